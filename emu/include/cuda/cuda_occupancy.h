/* The functions of this header, which compute an occupancy from a table of properties,
   are not there: cudaOccupancyMaxActiveBlocksPerMultiprocessor() is. */
