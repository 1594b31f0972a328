# A trace, and what it says of a kernel, for tests/story.pl.
use strict;
use utf8;
use warnings;
use List::Util qw(max uniq);

our $folder;

sub slurp {
    open my $in, '<:raw', $_[0] or return '';
    local $/;
    return scalar <$in>;
}

# {row => [...] in the order of time, mark => [[name, first, rows, columns, bytes]], problem}.
sub trace {
    my %t = (mark => []);
    my @names;
    for (split /\n/, slurp("$folder/$_[0].life.tsv")) {
        push @{$t{mark}}, [split / /, $1] if /^# mark (.*)/;
        $t{threads} = [split / /, $1] if /^# threads: (.*)/;
        $t{problem} = $1 if /^# problem: (.*)/;
        next if /^#/;
        my @cells = split /\t/, $_, -1;
        if (!@names) { @names = @cells; next }
        my %r;
        @r{@names} = @cells;
        $r{n} = @{$t{row} // []};
        $r{lanes} = [map { $_ eq '-' ? undef : $_ } split /,/, $r{offset}];
        $r{about} = {map { split /=/, $_, 2 } grep { /=/ } split / /, $r{async} // ''};
        push @{$t{row}}, \%r;
    }
    # Each launch begins at 0 of its own: they follow one another.
    my $past = 0;
    for my $launch (sort { $a <=> $b } uniq(map { $_->{launch} } @{$t{row}})) {
        my @of = grep { $_->{launch} == $launch } @{$t{row}};
        for (@of) { $_->{begin} += $past; $_->{end} += $past }
        $past = max($past, map { $_->{end} } @of);
    }
    $t{row} = [sort { $a->{begin} <=> $b->{begin} || $a->{n} <=> $b->{n} } @{$t{row}}];
    ($t{A}, $t{B}) = @{$t{mark}};
    my @others = @{$t{mark}}[2 .. $#{$t{mark}}];
    my ($m, $k) = @{$t{A}}[2, 3];
    # An array of A's height is the result if its width is B's, or B's height: then B is N x K.
    for my $c (grep { $m > 1 && $_->[2] == $m } @others) {
        my $turned = $k == $t{B}[3] && $t{B}[2] == $c->[3] && !($t{B}[2] == $k && $t{B}[3] == $c->[3]);
        next unless $turned || $t{B}[3] == $c->[3];
        @t{'C', 'turned', 'product'} = ($c, $turned, 1);
        last;
    }
    @t{'turned', 'product'} = (1, 1)
        if !$t{product} && $t{B} && $m > 1 && $t{B}[2] > 1 && $k == $t{B}[3];
    return \%t;
}

sub access { $_[0]{op} =~ /^(load|store|atomic)$/ }
sub global { access($_[0]) && $_[0]{space} eq 'global' }
sub active { grep { defined $_[0]{lanes}[$_] } 0 .. 31 }

# The words that a request's lanes access, one for each lane and word.
sub words { my ($r) = @_; map { my $at = $_; map { $at / 4 + $_ } 0 .. max(1, $r->{size} / 4) - 1 } map { $r->{lanes}[$_] } active($r) }

# The k of a word of A or B, in elements.
sub k_of {
    my ($t, $name, $word) = @_;
    my ($m) = grep { $_->[0] eq $name } @{$t->{mark}} or return;
    my $per = 4 / $m->[4];
    my $cols = $m->[3] / $per;
    return if $t->{C} && $name eq $t->{C}[0];
    return int($word / $cols) if $name eq $t->{B}[0] && !$t->{turned};
    return $m->[3] == $t->{A}[3] ? $word % $cols * $per : undef;
}

# A number without the commas of thousands.
sub number { my ($text) = @_; $text =~ s/,(?=\d{3})//g; return $text }
sub plain { my ($n) = @_; my $digits = $n < 10 ? 2 : $n < 100 ? 1 : 0; my $text = sprintf "%.${digits}f", $n + 1e-9; $text =~ s/\.?0+$// if $text =~ /\./; return $text }
sub often { $_[0] eq '1' ? 'once' : "$_[0] times" }
1;
