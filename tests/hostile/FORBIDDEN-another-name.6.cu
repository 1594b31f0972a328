// A function under another's name: a name of the emulator, pasted.
extern "C" {
#define PASTE(a, b) a##b
void PASTE(emu_, fault_forget)(void);
}
SGEMM
{
    MULTIPLY;
}
