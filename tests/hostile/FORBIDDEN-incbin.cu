// A file of the machine, by the assembler.
__asm(".section .rodata\n.global stolen\nstolen: .incbin \"/etc/hostname\"\n.text");
SGEMM
{
    MULTIPLY;
}
