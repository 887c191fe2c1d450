import { HandrailError } from '../../../core/errors.js';
import { execute, type Place } from '../exec/exec.js';

/** What a container has that can be of use. */
export interface Inside {
  uid: number;
  programs: ReadonlySet<string>;
  /** The socket of the display: a path, or '@' and the name of one without a file. */
  socket?: string;
  /** From the environment of the programs on that display. */
  bus?: string;
  authority?: string;
  /** For programs that are started, where the container says nothing: without one, they know Latin letters only. */
  charset?: string;
  /** As whom these programs run. */
  owner?: number;
  /** Programs on that display could be looked at. */
  isPeopled: boolean;
  /** Users whose programs could not: root in a container may not, either. */
  others: readonly string[];
}

export const captureTools = ['scrot', 'import', 'xwd', 'ffmpeg', 'gnome-screenshot', 'maim'] as const;
const programs = [
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

/** Reads nothing but what stands in files; the words around `$` are ours, and the display's number comes in as an argument. */
const question = `
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
  case "$all" in *HANDRAIL_ERRAND=*) continue ;; esac
  echo "peopled=yes"
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

/** Looks what a container has: one exec, one answer. */
export async function lookInside(place: Place, display: number, signal?: AbortSignal): Promise<Inside> {
  const { code, stdout, stderr } = await execute(
    place,
    { args: ['sh', '-c', question, 'sh', String(display), ...programs], deadlineMs: 10_000 },
    signal,
  );
  if (code !== 0)
    throw new HandrailError(
      'program_missing',
      `The container '${place.name}' has no shell to ask what it has: ${stderr.trim().split('\n')[0] || `exit code ${code}`}.`,
      'Use a container with a desktop: handrail container up.',
    );
  const has = new Set<string>();
  const others: string[] = [];
  const facts = new Map<string, string>();
  for (const line of stdout.toString('utf8').split('\n')) {
    const [, key = '', value = ''] = /^([a-z]+)=(.*)$/.exec(line) ?? [];
    if (key === 'has') has.add(value);
    else if (key === 'other') others.push(value);
    else if (value !== '') facts.set(key, value);
  }
  const owner = facts.get('owner');
  const [socket, bus, authority] = [facts.get('socket'), facts.get('bus'), facts.get('authority')];
  const charset = facts.get('charset');
  return {
    uid: Number(facts.get('uid') ?? 0),
    programs: has,
    others,
    isPeopled: facts.has('peopled'),
    ...(socket === undefined ? {} : { socket }),
    ...(bus === undefined ? {} : { bus }),
    ...(authority === undefined ? {} : { authority }),
    ...(charset === undefined ? {} : { charset }),
    ...(owner === undefined ? {} : { owner: Number(owner) }),
  };
}

const mostOthers = 4;

/** The same, asked of whoever the programs on the display belong to where that is somebody else. */
export async function lookInsideAsOwner(place: Place, display: number, signal?: AbortSignal): Promise<Inside> {
  const inside = await lookInside(place, display, signal);
  if (inside.uid !== 0 || inside.bus !== undefined) return inside;
  let best = inside;
  for (const user of inside.others.slice(0, mostOthers)) {
    const { isPeopled, bus, authority } = await lookInside({ ...place, user }, display, signal);
    if (!isPeopled || best.bus !== undefined) continue;
    const found = { ...(bus === undefined ? {} : { bus }), ...(authority === undefined ? {} : { authority }) };
    if (bus !== undefined || best === inside) best = { ...inside, ...found, isPeopled, owner: Number(user) };
  }
  return best;
}

/** Names all that is missing at once, before anything is done. */
export function requirePrograms({ programs: has }: Inside, container: string, canSee: boolean): void {
  const missing: string[] = [];
  const install: string[] = [];
  if (!has.has('xdotool')) {
    missing.push('xdotool');
    install.push('xdotool');
  }
  if (!canSee && !captureTools.some((tool) => has.has(tool))) {
    missing.push(`something that takes pictures (one of ${captureTools.join(', ')})`);
    install.push('scrot');
  }
  if (missing.length === 0) return;
  const how = has.has('apk') ? 'apk add' : has.has('dnf') ? 'dnf install -y' : 'apt-get install -y';
  throw new HandrailError(
    'program_missing',
    `The container '${container}' lacks ${missing.join(' and ')}.`,
    `Install it: docker exec -u 0 ${container} ${how} ${install.join(' ')}.`,
  );
}
