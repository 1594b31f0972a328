/* Groups of lanes of one warp: tiles, and the lanes that run together. A part of
   cooperative_groups.h, in its namespace. */

/* The group of lanes `lanes`: number `part` of the `parts` parts of its parent. */
struct emu_lanes : thread_group {
    unsigned part, parts;

    emu_lanes(unsigned mask, unsigned number, unsigned of)
        : thread_group(emu_kind::lanes, mask), part(number), parts(of)
    {
    }
    void sync() const
    {
        __syncwarp(lanes);
    }
    unsigned thread_rank() const
    {
        return __popc(lanes & ((1u << emu_lane()) - 1));
    }
    unsigned num_threads() const
    {
        return __popc(lanes);
    }
    unsigned size() const
    {
        return num_threads();
    }
    unsigned meta_group_rank() const
    {
        return part;
    }
    unsigned meta_group_size() const
    {
        return parts;
    }
    unsigned ballot(int predicate) const
    {
        return emu_packed(__ballot_sync(lanes, predicate));
    }
    int any(int predicate) const
    {
        return __any_sync(lanes, predicate);
    }
    int all(int predicate) const
    {
        return __all_sync(lanes, predicate);
    }
    template <class T> unsigned match_any(T value) const
    {
        return emu_packed(__match_any_sync(lanes, value));
    }
    template <class T> unsigned match_all(T value, int &all) const
    {
        return emu_packed(__match_all_sync(lanes, value, &all));
    }
    template <class T> T shfl(T value, unsigned rank) const
    {
        return emu_from(value, rank % num_threads());
    }
    template <class T> T shfl_up(T value, unsigned by) const
    {
        unsigned rank = thread_rank();
        return emu_from(value, rank < by ? rank : rank - by);
    }
    template <class T> T shfl_down(T value, unsigned by) const
    {
        unsigned rank = thread_rank(), from = rank + by;
        return emu_from(value, from < num_threads() ? from : rank);
    }
    /* The value from the lane with this number in the group, of any trivially copyable
       type, 8 bytes at a time. */
    template <class T> T emu_from(const T &value, unsigned rank) const
    {
        static_assert(std::is_trivially_copyable_v<T>,
                      "a value that lanes exchange must be one that memcpy() can copy");
        uint64_t words[(sizeof(T) + 7) / 8] = {};
        alignas(T) char bytes[sizeof(T)];
        __builtin_memcpy(words, &value, sizeof value);
        for (uint64_t &word : words)
            word = emu_shuffle(EMU_SHFL_IDX, lanes, word, emu_lane_of(rank), 32);
        __builtin_memcpy(bytes, words, sizeof bytes);
        return *reinterpret_cast<T *>(bytes);
    }
    int emu_lane_of(unsigned rank) const
    {
        return (int)__fns(lanes, 0, (int)rank + 1);
    }
    /* The bits of a mask for this group's lanes, packed. */
    unsigned emu_packed(unsigned mask) const
    {
        unsigned packed = 0;
        for (unsigned rank = 0; rank < num_threads(); rank++)
            packed |= (mask >> emu_lane_of(rank) & 1) << rank;
        return packed;
    }
};

/* ---- N neighbouring lanes: 1, 2, 4, 8, 16 or 32. */
template <unsigned N, class Parent = void> struct thread_block_tile : emu_lanes {
    static_assert(N > 0 && N <= 32 && (N & (N - 1)) == 0,
                  "a tile of more than 32 threads, or not a power of two, is not "
                  "supported by the emulator");
    thread_block_tile(unsigned number, unsigned of)
        : emu_lanes((unsigned)(((1ull << N) - 1) << emu_lane() / N * N), number, of)
    {
    }
    thread_block_tile(const thread_block_tile &) = default;
    /* The same tile without its parent's type. */
    template <class Other>
    thread_block_tile(const thread_block_tile<N, Other> &other) : emu_lanes(other)
    {
    }
    static constexpr unsigned num_threads()
    {
        return N;
    }
    static constexpr unsigned size()
    {
        return N;
    }
    template <class T> T shfl_xor(T value, unsigned by) const
    {
        unsigned from = thread_rank() ^ by;
        return emu_from(value, from < N ? from : thread_rank());
    }
};
template <unsigned N, class Parent>
EMU_INLINE thread_block_tile<N, Parent> tiled_partition(const Parent &parent)
{
    return thread_block_tile<N, Parent>(parent.thread_rank() / N,
                                        (parent.num_threads() + N - 1) / N);
}

/* ---- The lanes that are at this place together: see __activemask(). */
struct coalesced_group : emu_lanes {
    coalesced_group(unsigned mask, unsigned number = 0, unsigned of = 1)
        : emu_lanes(mask, number, of)
    {
    }
};
EMU_INLINE coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

/* Of these lanes, those in the same part as the caller, if the group is divided into
   parts of `size`. */
EMU_INLINE unsigned emu_part(unsigned lanes, unsigned rank, unsigned size)
{
    unsigned part = 0;
    for (unsigned lane = 0, k = 0; lane < 32; lane++)
        if (lanes & 1u << lane)
            part |= (unsigned)(k++ / size == rank / size) << lane;
    return part;
}
EMU_INLINE coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
    return coalesced_group(emu_part(parent.lanes, parent.thread_rank(), size),
                           parent.thread_rank() / size,
                           (parent.num_threads() + size - 1) / size);
}
EMU_INLINE thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    unsigned lane = thread_group::emu_lane();
    if (parent.kind == emu_kind::lanes)
        return thread_group(emu_kind::lanes,
                            emu_part(parent.lanes, parent.thread_rank(), size));
    return thread_group(emu_kind::lanes,
                        (unsigned)(((1ull << size) - 1) << lane / size * size));
}

/* The lanes of a group with the same label, or with the same of two values. */
template <class Group, class Label>
EMU_INLINE coalesced_group labeled_partition(const Group &parent, Label label)
{
    unsigned mine = __match_any_sync(parent.lanes, label), number = 0, of = 0;
    for (unsigned rest = parent.lanes; rest;) { /* labels, by their first lanes */
        int first = __ffs((int)rest) - 1;
        unsigned same = (unsigned)emu_shuffle(EMU_SHFL_IDX, parent.lanes,
                                              (uint64_t)mine, first, 32);
        number = same == mine ? of : number;
        of++;
        rest &= ~same;
    }
    return coalesced_group(mine, number, of);
}
template <class Group>
EMU_INLINE coalesced_group binary_partition(const Group &parent, bool predicate)
{
    unsigned yes = __ballot_sync(parent.lanes, predicate), no = parent.lanes & ~yes;
    return coalesced_group(predicate ? yes : no, predicate, yes && no ? 2 : 1);
}
