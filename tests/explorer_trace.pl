# A trace as the page has it, for tests/explorer.pl.
use strict;
use utf8;
use warnings;

our $folder;

sub slurp {
    open my $in, '<:raw', $_[0] or die "$_[0]: $!\n";
    local $/;
    return scalar <$in>;
}

# A trace: {comment => [...], row => [{column => value}]} in the order of the file, and
# sorted in the order of time, as the page has it.
sub trace {
    my (%t, @names);
    for (split /\n/, slurp("$folder/$_[0].life.tsv")) {
        if (/^# (.*)/) { push @{$t{comment}}, $1; next }
        my @cells = split /\t/, $_, -1;
        if (!@names) { @names = @cells; next }
        my %row;
        @row{@names} = @cells;
        $row{n} = @{$t{row} // []};
        $row{lanes} = [map { $_ eq '-' ? undef : $_ } split /,/, $row{offset}];
        push @{$t{row}}, \%row;
    }
    $t{sorted} = [sort { $a->{begin} <=> $b->{begin} || $a->{n} <=> $b->{n} } @{$t{row}}];
    return \%t;
}

sub accesses { $_[0]{op} =~ /^(load|store|atomic)$/ }
1;
