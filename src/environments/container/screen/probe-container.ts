import { HandrailError } from '../../../core/errors.js';
import { type ExecTarget, execute } from '../exec/exec.js';

/** What a container provides. */
export interface ContainerFacts {
  uid: number;
  /** The installed programs, of those that can be used. */
  programs: ReadonlySet<string>;
  /** The socket of the display: a path, or '@' and the name of an abstract socket. */
  socket?: string;
  /** Bus address, from the environment of a program on that display. */
  bus?: string;
  authority?: string;
  /** The locale for started programs, where the container sets none. Without a locale they support only Latin letters. */
  charset?: string;
  /** User id of the programs on that display. */
  owner?: number;
  /** Programs use that display, as far as their environment can be read. */
  isDisplayUsed: boolean;
  /** Ids of users whose processes cannot be inspected. Root in a container may not be allowed to. */
  otherUsers: readonly string[];
}

export const captureTools = ['scrot', 'import', 'xwd', 'ffmpeg', 'gnome-screenshot', 'maim'] as const;
const probedPrograms = [
  'xdotool',
  ...captureTools,
  'perl',
  'python3',
  'socat',
  'nc',
  'xclip',
  'xsel',
  'xkbcomp',
  'xprop',
  'tesseract',
  'apt-get',
  'apk',
  'dnf',
];

/** Reads only files. Its arguments are the display number and the program names. */
const probeScript = `
echo "uid=$(id -u)"
number=$1; shift
if [ -z "$LC_ALL$LC_CTYPE$LANG" ]; then
  for l in /usr/lib/locale/C.utf8 /usr/lib/locale/C.UTF-8; do [ -d "$l" ] && echo "charset=C.UTF-8" && break; done
fi
for p in "$@"; do command -v "$p" >/dev/null 2>&1 && echo "has=$p"; done
if [ -S "/tmp/.X11-unix/X$number" ]; then echo "socket=/tmp/.X11-unix/X$number"
elif grep -qs "@/tmp/.X11-unix/X$number\\$" /proc/net/unix; then echo "socket=@/tmp/.X11-unix/X$number"; fi
others= known=
for e in /proc/[0-9]*/environ; do
  if ! all=$(tr '\\0' '\\n' 2>/dev/null < "$e"); then
    set -- $(ls -ldn "\${e%/environ}" 2>/dev/null)
    case " $others " in *" $3 "*) ;; *) others="$others $3"; [ -n "$3" ] && echo "other=$3" ;; esac
    continue
  fi
  case "
$all
" in *"
DISPLAY=:$number
"* | *"
DISPLAY=:$number.0
"*) ;; *) continue ;; esac
  case "$all" in *HANDRAIL_EXEC=*) continue ;; esac
  echo "used=yes"
  bus= authority=
  while IFS= read -r line; do
    case "$line" in DBUS_SESSION_BUS_ADDRESS=*) bus=\${line#*=} ;; XAUTHORITY=*) authority=\${line#*=} ;; esac
  done <<END
$all
END
  [ -n "$bus$authority" ] || continue
  set -- $(ls -ldn "\${e%/environ}")
  echo "owner=$3"; echo "bus=$bus"; echo "authority=$authority"
  known=$known$authority
  [ -n "$bus" ] && break
done
[ -n "$known" ] || for c in $(grep -ls -- "-auth" /proc/[0-9]*/cmdline); do
  all=$(tr '\\0' '\\n' 2>/dev/null < "$c") || continue
  case "
$all
" in *"
:$number
"*) ;; *) continue ;; esac
  file=$(echo "$all" | sed -n '/^-auth$/{n;p;}')
  [ -r "$file" ] && echo "authority=$file" && break
done
exit 0`;

export async function probeContainer(target: ExecTarget, displayNumber: number): Promise<ContainerFacts> {
  const args = ['sh', '-c', probeScript, 'sh', String(displayNumber), ...probedPrograms];
  const { code, stdout, stderr } = await execute(target, { args, timeoutMs: 10_000 });
  if (code !== 0)
    throw new HandrailError(
      'program_missing',
      `The container '${target.name}' has no shell to probe it: ${stderr.trim().split('\n')[0] || `exit code ${code}`}.`,
      'Use a desktop container: handrail container up.',
    );
  const programs = new Set<string>();
  const otherUsers: string[] = [];
  const facts = new Map<string, string>();
  for (const line of stdout.toString('utf8').split('\n')) {
    const [, key = '', value = ''] = /^([a-z]+)=(.*)$/.exec(line) ?? [];
    if (key === 'has') programs.add(value);
    else if (key === 'other') otherUsers.push(value);
    else if (value !== '') facts.set(key, value);
  }
  const owner = facts.get('owner');
  return {
    uid: Number(facts.get('uid') ?? 0),
    programs,
    otherUsers,
    isDisplayUsed: facts.has('used'),
    socket: facts.get('socket'),
    bus: facts.get('bus'),
    authority: facts.get('authority'),
    charset: facts.get('charset'),
    owner: owner === undefined ? undefined : Number(owner),
  };
}

const maxOtherUsers = 4;

/** Probes a container, and as root also as the users whose programs may use the display. */
export async function probeAsOwner(target: ExecTarget, displayNumber: number): Promise<ContainerFacts> {
  const own = await probeContainer(target, displayNumber);
  if (own.uid !== 0 || own.bus !== undefined) return own;
  let best = own;
  for (const user of own.otherUsers.slice(0, maxOtherUsers)) {
    const { isDisplayUsed, bus, authority } = await probeContainer({ ...target, user }, displayNumber);
    if (!isDisplayUsed || best.bus !== undefined) continue;
    if (bus !== undefined || best === own)
      best = { ...own, bus, authority: authority ?? own.authority, isDisplayUsed, owner: Number(user) };
  }
  return best;
}

/** Throws `program_missing` with all missing programs. Without an X connection, a capture tool is needed, too. */
export function requirePrograms({ programs }: ContainerFacts, container: string, canConnect: boolean): void {
  const missing: string[] = [];
  const packages: string[] = [];
  if (!programs.has('xdotool')) {
    missing.push('xdotool');
    packages.push('xdotool');
  }
  if (!canConnect && !captureTools.some((tool) => programs.has(tool))) {
    missing.push(`a screen capture program (one of ${captureTools.join(', ')})`);
    packages.push('scrot');
  }
  if (missing.length === 0) return;
  const install = programs.has('apk') ? 'apk add' : programs.has('dnf') ? 'dnf install -y' : 'apt-get install -y';
  throw new HandrailError(
    'program_missing',
    `The container '${container}' lacks ${missing.join(' and ')}.`,
    `Install it: docker exec -u 0 ${container} ${install} ${packages.join(' ')}.`,
  );
}
