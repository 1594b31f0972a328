#!/usr/bin/perl
# Write a CUDA program of COUNT kernels and launches, in every form that CUDA C has for
# them, put together at random from SEED. Each launch adds a known number to its own sum;
# the program prints "right", or the cases whose sums are wrong. Some numbers are lines,
# as the compiler sees them: the launch's text must stay on its line.
#
#   launches.pl SEED COUNT >launches.cu
use strict;
use warnings;
no warnings "portable"; # 64-bit numbers

my ($seed, $count) = @ARGV;
die "usage: launches.pl SEED COUNT\n" unless defined $count;

# splitmix64, as in random.c
sub below {
    use integer;
    my ($n) = @_;
    $seed += -7046029254386353131;
    my $z = $seed;
    $z = ($z ^ (($z >> 30) & 0x3ffffffff)) * -4658895280553007687;
    $z = ($z ^ (($z >> 27) & 0x1fffffffff)) * -7723592293110705685;
    $z ^= ($z >> 31) & 0x1ffffffff;
    return ($z & 0x7fffffff) % $n;
}
sub one { return $_[below(scalar @_)] }

# ---- The text so far, and the line that comes next.
my ($text, $line) = ('', 1);
sub emit {
    my ($more) = @_;
    $text .= $more;
    $line += $more =~ tr/\n//;
}

# White space between tokens: much of it looks like something.
sub gap {
    return one(' ', ' ', ' ', "\n", "\n\t", ' /* <<<1, 1>>>( */ ', " // k<<<2, 3>>>(\n",
        " \\\n ", "\n\n", ' /* " */ ', " // '\n", ' /* { ( [ < */ ');
}
# Nothing, or white space.
sub maybe { return below(3) ? '' : gap() }

# An expression of this value, of type int.
sub value {
    my ($v) = @_;
    return one(
        "$v", "($v)", ($v * 2) . ' >> 1', "($v << 1) / 2", "pick($v, 1)",
        "pick(1, $v)", "(int)sizeof(char[$v])", "[] { return $v; }()",
        "[&](int a, int b) { return a > b ? a : b; }($v, 0)", "$v < 100 ? $v : 1",
        "constant<$v>::value", "second<1, $v>::value", "constant<($v > 0 ? $v : 1)>::value",
        "int{$v}", "(second<2, $v>::value)", "twice<constant<$v>>::half", "$v + 0 * (int)sizeof(\"<<<,>>>(\")",
        "$v + (int)sizeof(R\"x(<<<1, 1>>>(\")x\") * 0", "$v + (',' - ',')", "$v + ('(' - 40)",
        "$v + (int)sizeof(\"\\\"<<<\") * 0", "$v + 0 * (int)sizeof(\"?\" \"?/\")",
        "table<:0:> * 0 + $v", "pick<int>($v, 0)", "$v - -0", "$v + (0 <<  1)",
        "$v + 1'000 - 1000", "$v + (0x1p3 > 1e+2 ? 1 : 0)"
    );
}
sub size3 {
    my ($v) = @_;
    return one(value($v), value($v), "dim3($v)", "dim3(1, $v)", "dim3{$v, 1, 1}",
        'dim3(' . value($v) . ', 1, ' . value(1) . ')');
}

# ---- One kernel: how it is declared, and how a launch names it.
sub kernel {
    my ($i) = @_;
    my $name = "k$i";
    my $bounds = one('', '', '__launch_bounds__(1024) ', '__launch_bounds__(1024, 1) ');
    my $plain = "(int *out, int add)";
    my $default = one($plain, "(int *out, int add, int more = 0)");
    my $without = $default =~ s{ = 0}{}r;
    my $body = one("atomicAdd(out, add);",
        "__shared__ int s[4]; if (threadIdx.x + threadIdx.y + threadIdx.z == 0) s[0] = 1; __syncthreads(); atomicAdd(out, add * s[0]);",
        "if (add > (1 << 30)) <% return; %> atomicAdd(out, add);",
        "auto f = [=](int x) { return x >> 0; }; atomicAdd(out, f(add));",
        "const char *t = \"__shared__ int x<<<1, 1>>>(\"; atomicAdd(out, add + (t[0] != '_'));");
    my $form = below(12);
    if ($form == 0) {
        emit("template <int N, class T = int> __global__ void $bounds$name$plain\n{ $body }\n");
        return one("$name<(3 > 2)>", "$name<1, int>", "$name<2, twice<constant<2>>>",
            "$name<sizeof(int)>", "$name<(8 >> 1), wrapped<wrapped<int>>>");
    } elsif ($form == 1) {
        emit("namespace outer$i\n{\nnamespace inner\n{\n__global__ $bounds" . "void $name$plain"
            . "\n{ $body }\n}\n}\n");
        return one("outer$i\::inner::$name", "::outer$i\::inner::$name");
    } elsif ($form == 2) {
        emit("namespace one$i\::two\n{\n__global__ void $bounds$name$plain { $body }\n}\n");
        return "one$i\::two::$name";
    } elsif ($form == 3) {
        emit("extern \"C\" __global__ void $bounds$name$plain { $body }\n");
        return $name;
    } elsif ($form == 4) { # declared first
        emit("static __global__ void $name$default;\n");
        emit("__global__ void $name$without { $body }\n");
        return $name;
    } elsif ($form == 5) {
        emit("void __global__ $bounds$name$plain { $body }\n");
        emit("static void (*pointer$i)$plain = $name;\n");
        return one("pointer$i", "(*pointer$i)");
    } elsif ($form == 6) {
        emit("static void __global__\n$bounds\n$name$plain\n{\n$body\n}\n");
        emit("static void (*pointers$i\[2])$plain = {$name, $name};\n");
        return one("pointers$i\[1]", "pointers$i\[pick(0, 1)]", "(add ? $name : pointers$i\[0])");
    } elsif ($form == 7) {
        emit("extern \"C\"\n{\n__global__ void $name$plain { $body }\n}\n");
        return $name;
    } elsif ($form == 8) {
        emit("namespace\n{\n__global__ void $name$plain { $body }\n}\n");
        return $name;
    } elsif ($form == 9) {
        emit("#define KERNEL$i(name) __global__ void name$plain\nKERNEL$i($name) { $body }\n");
        return $name;
    } elsif ($form == 10) {
        emit("template <void (*F)(int *, int)> __global__ void $name$plain"
            . " { F(out, add); (void)sizeof(int); }\n");
        return "$name<add_to<wrapped<int>>>";
    }
    emit("static\\\n __global__ /* __global__ */ void\\\n $name$default { // {\n $body }\n");
    return $name;
}

sub launch {
    my ($i, $name) = @_;
    my ($grid, $block) = (1 + below(3), one(1, 7, 32, 33));
    my $factor = $grid * $block;
    my $shared = one('', '', ', 0', ', ' . value(16), ', sizeof(wrapped<wrapped<int>>), 0',
        ', 0, nullptr', ', sizeof(int) * 3, (cudaStream_t)0');
    emit("static int want$i;\nstatic void case$i(int *out, int add)\n{\n    (void)add;\n");
    my $form = below(6);
    if ($form == 0) { # a macro makes the launch
        emit("#define GO$i(kernel, ...) kernel<<<$grid, $block$shared>>>(__VA_ARGS__)\n");
        emit("    GO$i((" . ($name =~ s/^\((.*)\)$/$1/r) . "), out, 3);\n")
            if $name !~ /</ && below(2);
        emit("    GO$i($name, out, 3);\n") if $text !~ /GO$i\(\(/ && $name !~ /,/;
        emit("    $name<<<$grid, $block>>>(out, 3);\n")
            if $text !~ /    GO$i/;
        emit("    want$i = 3 * $factor;\n}\n");
        return;
    }
    my $before = one('', "if (add)\n        ", "for (int i = 0; i < 2; i++)\n        ", "(void)0, ");
    $factor *= 2 if $before =~ /for/;
    emit("    $before");
    emit($name . maybe() . '<<<' . maybe() . size3($grid) . maybe() . ',' . gap()
        . size3($block) . maybe() . $shared . maybe() . '>>>' . '(' . maybe() . "out,");
    emit(gap() . one('', ' '));
    my $number = $line;
    if ($form < 4) {
        emit('__builtin_LINE()');
    } else {
        $number = 5;
        emit(value(5));
    }
    emit(maybe() . ')' . one(';', ' ;', ', (void)0;') . "\n");
    emit("    want$i = $number * $factor;\n}\n");
}

emit(<<'HEAD');
#include <stdio.h>
template <int N> struct constant { enum { value = N }; };
template <int A, int B> struct second { enum { value = B }; };
template <class T> struct twice { enum { half = T::value }; };
template <class T> struct wrapped { T inside; };
template <class T> __device__ void add_to(int *out, int add) { atomicAdd(out, add); }
template <class T = int> static T pick(T a, T b) { return a > b ? a : b; }
static int table[4];
HEAD
for my $i (0 .. $count - 1) {
    emit(one('', '', "\n#line " . (1000 + below(9000)) . one('', ' "elsewhere.cu"') . "\n"));
    $line = $1 if $text =~ /\n#line (\d+)[^\n]*\n\z/;
    launch($i, kernel($i));
}
emit("int main()\n{\n    int *out, sums[$count] = {0}, wrong = 0;\n");
emit("    cudaMalloc(&out, sizeof sums);\n    cudaMemset(out, 0, sizeof sums);\n");
emit("    case$_(out + $_, 1);\n") for 0 .. $count - 1;
emit("    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);\n");
emit("    if (sums[$_] != want$_)\n        wrong = printf(\"case $_: %d, not %d\\n\", sums[$_],"
    . " want$_);\n") for 0 .. $count - 1;
emit("    if (!wrong)\n        printf(\"%s\\n\", cudaGetLastError() ? \"an error\" : \"right\");\n");
emit("    return wrong != 0 || table[0];\n}\n");
print $text;
