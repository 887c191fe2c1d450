import { Duplex } from 'node:stream';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { demultiplex } from '../engine/demultiplex.js';
import { type Place, startExec } from './exec.js';

/** What can join two streams to a socket inside a container. */
export type Joiner = 'perl' | 'python3' | 'socat' | 'nc';

/** A way to a socket inside a container. */
export type Bridge = Duplex & {
  /** Once it has ended: the process inside that carried it was killed, and what it led to may be well. */
  wasCut(): Promise<boolean>;
};

const joined = 'joined\n';
const joinMs = 5_000;
const askMs = 1_000;
/** Exit codes of processes that a signal ended begin after this. */
const lastOwnCode = 128;

const perlBridge = String.raw`
use Socket; my $path = shift; $path =~ s/^@/\0/; binmode STDIN; binmode STDOUT; my $s;
socket($s, AF_UNIX, SOCK_STREAM, 0) && connect($s, pack('S a*', AF_UNIX, $path . (ord $path ? "\0" : ''))) or do { print STDERR "$!\n"; exit 1 };
syswrite(STDERR, "joined\n"); $SIG{PIPE} = 'IGNORE';
sub pour { my ($from, $to) = @_; my $n = sysread($from, my $part, 262144); exit 0 unless $n; my $at = 0;
  while ($at < $n) { my $w = syswrite($to, $part, $n - $at, $at); exit 0 unless defined $w; $at += $w; } }
while (1) { my $bits = ''; vec($bits, 0, 1) = 1; vec($bits, fileno($s), 1) = 1; select($bits, undef, undef, undef);
  pour($s, \*STDOUT) if vec($bits, fileno($s), 1); pour(\*STDIN, $s) if vec($bits, 0, 1); }
`;

const pythonBridge = String.raw`
import os, select, socket, sys
path = sys.argv[1]; s = socket.socket(socket.AF_UNIX)
try: s.connect('\0' + path[1:] if path[0] == '@' else path)
except OSError as error: sys.exit(error.strerror)
os.write(2, b'joined\n')
def pour(source, target):
    try: part = memoryview(os.read(source, 262144))
    except OSError: os._exit(0)
    if not part: os._exit(0)
    while part: part = part[os.write(target, part):]
while True:
    for fd in select.select([0, s.fileno()], [], [])[0]: pour(fd, s.fileno() if fd == 0 else 1)
`;

function argumentsOf(joiner: Joiner, socket: string): string[] {
  const abstract = socket.startsWith('@');
  switch (joiner) {
    case 'perl':
      return ['perl', '-e', perlBridge, socket];
    case 'python3':
      return ['python3', '-c', pythonBridge, socket];
    case 'socat':
      return ['socat', '-', abstract ? `ABSTRACT-CONNECT:${socket.slice(1)}` : `UNIX-CONNECT:${socket}`];
    case 'nc':
      return ['nc', '-U', socket];
  }
}

/** Reaches a unix socket inside a container; '@' in front is one without a file. */
export async function dialInside(place: Place, joiner: Joiner, socket: string, signal?: AbortSignal): Promise<Bridge> {
  const running = await startExec(place, argumentsOf(joiner, socket), signal);
  const inner = running.socket;
  let said = '';
  let isJoined = false;
  const duplex = new Duplex({
    read: () => inner.resume(),
    write: (chunk, _encoding, done) => void inner.write(chunk, done),
    final: (done) => void inner.end(done),
    destroy(error, done) {
      inner.destroy();
      done(error);
    },
  });
  const outcome = new Promise<void>((resolve, reject) => {
    const refuse = (why: string) => {
      const line = why.trim().split('\n').at(-1) || 'it ended at once';
      reject(new HandrailError('display_died', `Nothing answers at ${socket} in the container: ${line}.`));
    };
    const timer = setTimeout(() => refuse('it did not answer in time'), joinMs);
    const answer = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    // These two say nothing when they are joined.
    if (joiner === 'socat' || joiner === 'nc') answer(resolve);
    const take = demultiplex((stream, bytes) => {
      if (stream === 'out') {
        if (!duplex.push(bytes)) inner.pause();
        return;
      }
      said = `${said}${bytes.toString('utf8')}`.slice(-500);
      if (!isJoined && said.startsWith(joined)) {
        isJoined = true;
        answer(resolve);
      }
    });
    inner.on('data', take);
    inner.on('end', () => {
      answer(() => refuse(said));
      duplex.push(null);
    });
    inner.on('close', () => {
      answer(() => refuse(said));
      duplex.destroy();
    });
    inner.on('error', (error) => {
      answer(() => refuse(error.message));
      duplex.destroy(error);
    });
  });
  try {
    await outcome;
    return Object.assign(duplex, {
      // An engine that does not say has worse to tell, and does.
      wasCut: () =>
        within(askMs, 'Asking how the bridge ended', running.ended()).then(
          (code) => code > lastOwnCode,
          () => false,
        ),
    });
  } catch (error) {
    duplex.destroy();
    throw error;
  }
}
