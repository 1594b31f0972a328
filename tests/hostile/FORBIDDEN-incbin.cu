__asm(".section .rodata\n.global stolen\nstolen: .incbin \"/etc/hostname\"\n.text");
SGEMM
{
    MULTIPLY;
}
