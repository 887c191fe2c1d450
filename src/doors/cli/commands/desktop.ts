import { HandrailError } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import { readDesktopEntries } from '../../../environments/desktop/launch/desktop-entries.js';
import { findApp } from '../../../environments/desktop/launch/find-app.js';
import { requireViewerPrograms, watchDesktop } from '../../../environments/desktop/private/desktop-viewer.js';
import { type PrivateDesktop, startPrivateDesktop } from '../../../environments/desktop/private/private-desktop.js';
import { startProgram } from '../../../environments/processes/started-program.js';
import { exitCodeForSignal, exitCodes } from '../../command-line/exit-codes.js';
import { splitLine } from '../../command-line/split-line.js';
import { listenForInterruption } from '../interruption.js';

export interface DesktopFlags {
  size?: Size;
  watch?: true;
  /** Command lines of programs to start. */
  launch?: string[];
  json?: true;
}

const defaultSize: Size = { width: 1280, height: 800 };

/** `handrail desktop up`: runs a private desktop until a signal or the end of its display. Returns the exit code. */
export async function desktopUp({ size = defaultSize, watch, launch = [], json }: DesktopFlags): Promise<number> {
  const interruption = listenForInterruption();
  const { signal } = interruption;
  if (watch) requireViewerPrograms();
  const programs = await findPrograms(launch);
  const desktop = await startPrivateDesktop({ size, note: (text) => process.stderr.write(`${text}\n`) }, signal);
  try {
    const viewer = watch ? await watchDesktop(desktop, signal) : undefined;
    for (const [program, ...args] of programs) startProgram(program, args, { env: desktop.env });
    process.stdout.write(
      json ? `${JSON.stringify(toJson(desktop, viewer?.url))}\n` : formatDesktop(desktop, viewer?.url),
    );
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
  return cause === 'SIGINT' ? exitCodes.done : exitCodeForSignal(cause); // Ctrl+C is the normal end
}

/** Finds all programs before anything starts, so that a wrong name fails at once. */
async function findPrograms(lines: readonly string[]): Promise<[string, ...string[]][]> {
  if (lines.length === 0) return [];
  const entries = await readDesktopEntries(process.env);
  return lines.map((line) => {
    const [app, ...args] = splitLine(line);
    if (!app) throw new HandrailError('invalid_option', 'A program to launch is empty.', 'Name the program.');
    return [...findApp(app, entries), ...args];
  });
}

function toJson({ display, authority, bus, size, env }: PrivateDesktop, watch?: string): object {
  return {
    display,
    size,
    environment: {
      DISPLAY: display,
      XAUTHORITY: authority,
      DBUS_SESSION_BUS_ADDRESS: bus,
      XDG_RUNTIME_DIR: env.XDG_RUNTIME_DIR,
    },
    watch,
  };
}

function formatDesktop({ display, authority, bus, size, env }: PrivateDesktop, watch?: string): string {
  return [
    `A private desktop of ${size.width}x${size.height} runs on display ${display}. Ctrl+C ends it with everything on it.`,
    ...(watch === undefined ? [] : [`Watch it in a browser: ${watch}`]),
    '',
    'From another terminal:',
    `  handrail run "…" --environment desktop --display ${display}`,
    `  handrail open --environment desktop --display ${display}`,
    'To start your own programs on it:',
    `  export DISPLAY=${display} XAUTHORITY=${authority} XDG_RUNTIME_DIR=${env.XDG_RUNTIME_DIR}`,
    `  export DBUS_SESSION_BUS_ADDRESS='${bus}'`,
    '',
  ].join('\n');
}
