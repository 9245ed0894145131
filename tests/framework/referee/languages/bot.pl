use strict; use warnings; use JSON::PP;
$| = 1;
while (my $line = <STDIN>) {
  my $message = decode_json($line);
  if ($message->{type} eq "hello") { print encode_json({type => "ready"}), "\n"; }
  elsif ($message->{type} eq "question") { print encode_json({type => "answer", number => $message->{number}, action => $message->{legal}[0]}), "\n"; }
  else { last; }
}
