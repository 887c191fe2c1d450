import { HandrailError } from '../../../core/errors.js';
import { readDesktopEntries } from '../../../environments/desktop/launch/desktop-entries.js';
import { findApp } from '../../../environments/desktop/launch/find-app.js';
import { type PrivateDesktop, startPrivateDesktop } from '../../../environments/desktop/private/private-desktop.js';
import { watchDesktop, watchPrograms } from '../../../environments/desktop/private/watch-desktop.js';
import { startProgram } from '../../../environments/processes/started-program.js';
import { exitCodes, signalCode } from '../../terminal/exit-codes.js';
import { splitLine } from '../../terminal/split-line.js';
import { listenForInterruption } from '../run/interruption.js';

export interface DesktopFlags {
  size?: { width: number; height: number };
  watch?: true;
  /** Command lines, as one would type them. */
  launch?: string[];
  json?: true;
}

/** `handrail desktop up`: a private desktop until a signal ends it, or its display dies. */
export async function desktopUp({ size, watch, launch = [], json }: DesktopFlags): Promise<number> {
  const interruption = listenForInterruption();
  const { signal } = interruption;
  if (watch) watchPrograms();
  const programs = await findPrograms(launch);
  const desktop = await startPrivateDesktop(
    { size: size ?? { width: 1280, height: 800 }, note: (text) => process.stderr.write(`${text}\n`) },
    signal,
  );
  try {
    const watched = watch ? await watchDesktop(desktop, signal) : undefined;
    for (const [program, ...parameters] of programs) startProgram(program, parameters, { env: desktop.env });
    process.stdout.write(json ? `${JSON.stringify(factsOf(desktop, watched?.url))}\n` : words(desktop, watched?.url));
    const interrupted = new Promise<undefined>((resolve) => {
      const end = () => resolve(undefined);
      if (signal.aborted) end();
      signal.addEventListener('abort', end, { once: true });
    });
    const fault = await Promise.race([desktop.lost, interrupted]);
    if (fault) throw fault;
  } finally {
    await desktop.close();
    interruption.stop();
  }
  const cause = interruption.cause();
  // Ctrl+C is how it is meant to end.
  return cause === 'SIGINT' ? exitCodes.done : signalCode(cause);
}

/** Found before anything is started: a wrong name is said at once. */
async function findPrograms(lines: readonly string[]): Promise<[string, ...string[]][]> {
  if (lines.length === 0) return [];
  const entries = await readDesktopEntries(process.env);
  return lines.map((line) => {
    const [app, ...parameters] = splitLine(line);
    if (!app) throw new HandrailError('invalid_option', 'A program to launch is empty.', 'Give its name.');
    return [...findApp(app, entries), ...parameters];
  });
}

function factsOf({ display, authority, bus, size, env }: PrivateDesktop, watch?: string): object {
  return {
    display,
    size,
    environment: {
      DISPLAY: display,
      XAUTHORITY: authority,
      DBUS_SESSION_BUS_ADDRESS: bus,
      XDG_RUNTIME_DIR: env.XDG_RUNTIME_DIR,
    },
    ...(watch === undefined ? {} : { watch }),
  };
}

function words({ display, authority, bus, size, env }: PrivateDesktop, watch?: string): string {
  return [
    `A private desktop of ${size.width}x${size.height} is up on display ${display}. Ctrl+C ends it with everything on it.`,
    ...(watch === undefined ? [] : [`Watch it in a browser: ${watch}`]),
    '',
    'From another terminal:',
    `  handrail run "…" --environment desktop --display ${display}`,
    `  handrail open --environment desktop --display ${display}`,
    'Programs of your own on it:',
    `  export DISPLAY=${display} XAUTHORITY=${authority} XDG_RUNTIME_DIR=${env.XDG_RUNTIME_DIR}`,
    `  export DBUS_SESSION_BUS_ADDRESS='${bus}'`,
    '',
  ].join('\n');
}
