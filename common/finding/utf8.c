/* UTF-8 (RFC 3629); utf8.h states the contract. */
#include "finding/utf8.h"

#include <stdint.h>
#include <string.h>

/* Bytes of the character that begins here; 0 if none does: no overlong form, no
   surrogate, nothing beyond U+10FFFF. */
static size_t length(const unsigned char *c)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t n = c[0] < 0x80   ? 1
                     : c[0] < 0xc0 ? 0
                     : c[0] < 0xe0 ? 2
                     : c[0] < 0xf0 ? 3
                     : c[0] < 0xf8 ? 4
                                   : 0;
    uint32_t code = n > 1 ? c[0] & (0x7fU >> n) : c[0];

    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3fU);
    }
    return n && code >= least[n] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
               ? n
               : 0;
}

void utf8_clean(const char *from, char *to, size_t size)
{
    const char *const end = to + size - 1;

    while (*from) {
        const unsigned char *c = (const unsigned char *)from;
        const size_t n = length(c);
        const char *put = n ? from : "\xef\xbf\xbd";
        const size_t bytes = n ? n : 3;

        if (n == 1 && (*c < ' ' || *c == 0x7f) && *c != '\n' && *c != '\t')
            put = "?";
        else if (n == 2 && c[0] == 0xc2 && c[1] < 0xa0) /* U+0080 to U+009F */
            put = "??";
        if (bytes > (size_t)(end - to))
            break;
        memcpy(to, put, bytes);
        to += bytes;
        from += n ? n : 1;
    }
    *to = '\0';
}
