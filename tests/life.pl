# The tests of tests/life.t: usage perl tests/life.pl FOLDER. The folder has LAB.trace.tsv and
# LAB.life.tsv of each lab's reference kernel, and record.tsv.
use strict;
use warnings;
use Test::More;

my $folder = shift;

# Per lab: copies, mbarriers, arrivals, waits, products, waits for products. K = 128 are two
# tiles, D = 512 are eight. A consumer warp has four steps per tile, of lab 16 with two products.
# Copies are two or three per tile, and the boxes that are stored.
my %async = (
    '14_tma' => [16 * 2, 4, 16, 16 * 8, 16 * 4 * 8, 16 * 8],
    '15_persistent' => [16 * 2 + 2, 2 * 8, 16 + 16 * 2, 16 * 8 + 8, 16 * 4 * 8, 16 * 8],
    '16_latent' => [8 * 3 + 2 * 5, 2 * 4, 8 + 8 * 2, 8 * 8 + 4, 8 * 4 * 2 * 8, 8 * 8],
    # 512 rows of K and V are four tiles; Q's two boxes, and O's; V's last stage is not given back.
    '18_hopper_attention' => [2 + 4 * 2 + 2, 1 + 2 * 4, 1 + 4 * 2 + 2 * (4 + 3), 8 * (1 + 4 * 2) + 2 * 2, 4 * (4 + 8) * 8, 4 * 2 * 8],
    # K = 1024 are eight tiles, C eight boxes; a tile's products are of two halves.
    '19_fp8' => [8 * 2 + 8, 2 * 3, 8 + 8 * 2, 8 * 8 + 5, 8 * 2 * 4 * 8, 8 * 2 * 8],
);
# Bytes of each tile that come from the other block of the cluster.
my %multicast = ('16_latent' => 8192);

# The comments, and the rows of a table as hashes.
sub table {
    my (@comments, @names, @rows);
    open my $in, '<', "$folder/$_[0]" or die "$_[0]: $!\n";
    while (<$in>) {
        chomp;
        if (/^# (.*)/) { push @comments, $1; next }
        my @cells = split /\t/, $_, -1;
        if (!@names) { @names = @cells; next }
        my %row;
        @row{@names} = @cells;
        push @rows, \%row;
    }
    return (\@comments, \@rows);
}

# The requests of each warp in their order, as text.
sub requests {
    my %of;
    for my $r (@{$_[0]}) {
        next unless $r->{op} =~ /^(load|store|atomic)$/;
        $of{$r->{warp}} .= join(' ', @$r{qw(line op array size loads cost offset turn)}) . "\n";
    }
    return \%of;
}

for my $file (sort glob "$folder/*.life.tsv") {
    my ($lab) = $file =~ m,/([^/]*)\.life\.tsv$,;
    my ($said, $rows) = table("$lab.life.tsv");
    my ($got, $want) = (requests($rows), requests((table("$lab.trace.tsv"))[1]));
    is_deeply [grep { ($got->{$_} // '') ne $want->{$_} } sort keys %$want], [],
        "$lab: the requests of the plain trace, in " . keys(%$got) . ' warps';
    times_of($said, $rows);
    origins_of($said, $rows);
    async_of($said, $rows, $lab);
}

# ---- Times.

# The lines of each warp that begin asynchronous copies, whose data land later.
sub copying {
    my %copies;
    $copies{"$_->{warp} $_->{line}"} = 1 for grep { $_->{op} eq 'land' } @{$_[0]};
    return \%copies;
}

# Rows of the copy engine, mbarriers and wgmma.
sub engine { ($_[0]{async} // '-') ne '-' }

sub times_of {
    my ($said, $rows) = @_;
    my $copies = copying($rows);
    my (%ready, %opens, @bad, %pipe, %warps);
    for my $r (@$rows) {
        my $w = "$r->{launch} $r->{warp}";    # each launch begins at 0
        push @bad, "$w $r->{step}: begins before the one before" if $r->{begin} < ($ready{$w} // 0);
        push @bad, "$w $r->{step}: ends before it begins" if $r->{end} < $r->{begin};
        push @bad, "$w $r->{step}: waits longer than there is time"
            if $r->{op} ne 'barrier' && $r->{begin} - $r->{waited} < ($ready{$w} // 0) - 1;
        push @bad, "$w $r->{step}: waits without a reason" if ($r->{why} eq '-') != !$r->{waited};
        next if engine($r) && $r->{op} eq 'land';    # the warp only waits for it afterwards
        $ready{$w} = $r->{op} eq 'barrier' ? $r->{end} : $r->{begin};
        if ($r->{op} eq 'barrier') {
            $opens{$w} //= [];
            push @{$opens{$w}}, "$r->{line} $r->{end}";
        }
        elsif ($r->{space} eq 'shared' && !$copies->{"$r->{warp} $r->{line}"}) {
            $pipe{"$r->{launch} " . ($r->{begin} + $_)}++ for 0 .. $r->{cost} - 1;
        }
        $warps{$r->{launch}}{$w} = 1;
    }
    is_deeply \@bad, [], '... times are in order';
    my ($barriers, @apart) = (0);
    for my $launch (keys %warps) {
        my $first = $opens{"$launch 0"} // [];
        $barriers += @$first;
        push @apart, grep { "@{$opens{$_} // []}" ne "@$first" } keys %{$warps{$launch}};
    }
    is_deeply \@apart, [], "... a barrier opens for all warps at once: $barriers";
    # Times are rounded to whole cycles: two wavefronts may share one.
    is scalar(grep { $_ > 2 } values %pipe), 0, '... one wavefront per cycle';
}

# ---- Origins: a load has what the last store left there, and that is what was copied.

sub origins_of {
    my ($said, $rows) = @_;
    my (%mark, %held, %loaded, @bad);
    my ($stores, $loads) = (0, 0);
    for (@$said) { $mark{$1} = [$2, $3 * $4] if /^mark (\S+) (\d+) (\d+) (\d+)/ }
    my %known = map { my ($m, $n) = @{$mark{$_}}; map { $_ => 1 } $m .. $m + $n - 1 } keys %mark;
    my $copies = copying($rows);
    my %inits = map { $_->{op} eq 'init' ? ($_->{line} => 1) : () } @$rows;    # store what no load had
    for my $r (@$rows) {
        next unless $r->{op} =~ /^(load|store|land)$/;
        next if $r->{op} eq 'store' && $r->{space} eq 'shared' && $copies->{"$r->{warp} $r->{line}"};
        my @at = split /,/, $r->{offset};
        my @origin = $r->{origin} eq '-' ? () : split /,/, $r->{origin};
        for my $lane (grep { $at[$_] ne '-' } 0 .. 31) {
            my @words = @origin ? split m,/,, $origin[$lane] : ();
            my $thread = "$r->{warp} $lane";
            if ($r->{space} eq 'global') {
                next if $r->{op} eq 'store' || !$mark{$r->{array}};
                $loaded{$thread}{$mark{$r->{array}}[0] + $at[$lane] / 4 + $_} = 1 for 0 .. $r->{size} / 4 - 1;
                next;
            }
            push @bad, "$thread: " . @words . ' origins' if @words != $r->{size} / 4;
            for my $k (0 .. $#words) {
                my $word = "$r->{array} " . ($at[$lane] / 4 + $k);
                if ($r->{op} ne 'load') {
                    $stores++;
                    $held{$word} = $words[$k];
                    push @bad, "$thread stores $words[$k], which it never loaded"
                        if $words[$k] !~ /^[zc]$/ && !engine($r) && !$inits{$r->{line}} && !$loaded{$thread}{$words[$k]};
                }
                else {
                    $loads++;
                    push @bad, "$thread loads $words[$k] from $word" if $words[$k] ne ($held{$word} // '');
                }
            }
        }
    }
    is_deeply [@bad[0 .. ($#bad < 3 ? $#bad : 3)]], [], "... origins of $stores words stored, $loads loaded";
}

# ---- The copy engine, mbarriers and wgmma: nothing is used before it is there.

sub words_of { my %w = map { /(.*?)=(.*)/ } split / /, $_[0]{async}; return \%w }

sub async_of {
    my ($said, $rows, $lab) = @_;
    return unless exists $rows->[0]{async};
    my (%bytes, %there, %done, %n, @bad);
    for my $r (@$rows) {
        my $a = words_of($r);
        my $phase = "$a->{barrier} $a->{phase}" if defined $a->{barrier};
        $n{$r->{op}}++;
        $bytes{$phase} = $a->{bytes} - ($multicast{$lab} // 0)
            if $r->{op} eq 'arrive' && $a->{bytes};
        push @bad, 'a copy takes no time' if $r->{op} eq 'copy' && $r->{end} <= $r->{begin};
        if ($r->{op} eq 'copy' && $phase) { # else to global memory
            $bytes{$phase} -= $a->{bytes};
            $there{$phase} = $r->{end} if $r->{end} > ($there{$phase} // 0);
        }
        push @bad, "warp $r->{warp} waits too short for $phase"
            if $r->{op} eq 'wait' && $r->{begin} < ($there{$phase} // 0);
        $done{"$r->{warp} $a->{group}"} = $r->{end} if $r->{op} eq 'product';
        push @bad, "warp $r->{warp} goes on before group $a->{group}"
            if $r->{op} eq 'multiplied' && $r->{begin} < ($done{"$r->{warp} $a->{group}"} // 0);
    }
    push @bad, map { "phase $_: $bytes{$_} bytes more expected than copied" } grep { $bytes{$_} } keys %bytes;
    is_deeply \@bad, [], '... copies and products are waited for';
    is_deeply [@n{qw(copy init arrive wait product multiplied)}], $async{$lab},
        '... as many as the kernel has';
}

my ($said, $rows) = table('record.tsv');
my %said = map { /^(\w+): (.*)/ } @$said;
is $said{problem}, 'M=33 N=70 K=9, C = 1*A*B + 0*C, float32', 'a record: its sizes and scalars';
is $said{block}, '1 2 0', '... its block';
is_deeply [sort { $a <=> $b } keys %{{map { $_->{array} eq 'A' ? map { int($_ / 36) => 1 } grep { $_ ne '-' } split /,/, $_->{offset} : () } @$rows}}],
    [16 .. 23], '... whose eight rows of A are loaded';
done_testing;
