// Calls what makes the emulator forget faults.
extern "C" void instrument_reset(void);
SGEMM
{
    MULTIPLY;
    instrument_reset();
}
