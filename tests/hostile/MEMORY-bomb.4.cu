// A text that doubles.
#include <string>
SGEMM
{
    MULTIPLY;
    std::string text = "lab01: PASS";
    for (;;)
        text += text;
}
