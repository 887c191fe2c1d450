import { within } from '../../core/deadline.js';
import { HandrailError, toFault } from '../../core/errors.js';
import { createSessionManager } from '../session-manager/session-manager.js';
import { recallSessions } from './lost-sessions.js';
import { type Pointer, readPointer, removePointer } from './pointer.js';
import { folderFailed, makeRuntimeFolder, runtimeFolder } from './runtime-folder.js';
import { serveClient } from './serve.js';
import { claim, listen } from './socket.js';

/** A session that nobody has used for so long is closed; HANDRAIL_IDLE says another number of seconds. */
const sessionIdleSeconds = 1_800;
/** With nothing open, the process itself ends after this long. */
const emptySeconds = 60;
const longestClose = 3_000;
const longestFarewell = 500;

/** Holds sessions and serves the shell until nothing is left to hold. Throws when it cannot begin; then nothing is left. */
export async function runDaemon(onReady: () => void): Promise<void> {
  const idleSeconds = readSeconds(process.env.HANDRAIL_IDLE) ?? sessionIdleSeconds;
  const folder = runtimeFolder();
  makeRuntimeFolder(folder);
  const { server, pointer, remove } = await listen(folder);
  const isOurs = await claim(folder, pointer).catch((error: unknown) => {
    server.close();
    remove();
    throw error instanceof HandrailError ? error : folderFailed(folder, error);
  });
  if (!isOurs) {
    server.close();
    remove();
    onReady();
    return;
  }
  const lost = recallSessions(folder);
  const hub = createSessionManager({
    openWith: (name) => `Open one with: handrail open <address>${name === 'default' ? '' : ` --session ${name}`}`,
    onOpen: ({ name }) => lost.forget(name),
    explain: (name) => lost.explain(name),
  });
  let clients = 0;
  let quietSince = performance.now();
  let isLost = false;
  let ending: Promise<void> | undefined;
  let onAlone = (): void => undefined;

  function whenAlone(then: () => void): void {
    onAlone = then;
    if (clients === 0) then();
  }

  async function end(why: string): Promise<void> {
    server.close();
    for (const held of hub.list()) lost.add(held.name, { url: held.url() ?? '', why });
    if (!isLost) lost.note([]);
    removePointer(folder, pointer);
    remove();
    clearInterval(clock);
    await within(longestClose, 'Closing the sessions', hub.closeAll()).catch(complain);
    await within(longestFarewell, 'Answering the last clients', new Promise<void>(whenAlone)).catch(complain);
    process.exit();
  }
  const leave = (why = 'the background process ended'): void => {
    ending ??= end(why).catch((error: unknown) => {
      complain(error);
      process.exit(1);
    });
  };

  async function closeIdle(): Promise<void> {
    for (const held of hub.list()) {
      const idle = held.idleMs() / 1_000;
      if (held.isBusy() || idle < idleSeconds) continue;
      const why = `it was closed because nobody had used it for ${Math.round(idle)} s`;
      lost.add(held.name, { url: held.url() ?? '', why });
      await hub.close(held.name);
    }
    lost.note(hub.list());
    if (clients > 0 || !hub.isEmpty()) quietSince = performance.now();
    else if (performance.now() - quietSince > 1_000 * Math.min(emptySeconds, idleSeconds)) leave();
    leaveIfLost();
  }

  /** One that the folder does not point to any more can be reached by nobody. Looked at twice: others move the pointer for a moment. */
  function leaveIfLost(): void {
    const wasLost = isLost;
    isLost = !pointsTo(folder, pointer);
    if (wasLost && isLost) leave('the folder of its background process was taken away');
  }
  const clock = setInterval(
    () => void closeIdle().catch(complain),
    1_000 * Math.min(5, Math.max(0.2, idleSeconds / 4)),
  );

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => leave('the background process was told to end'));
  server.on('connection', (socket) =>
    serveClient(socket, {
      hub,
      token: pointer.token,
      build: pointer.build,
      isEnding: () => ending !== undefined,
      onTraffic(delta) {
        clients += delta;
        quietSince = performance.now();
        if (delta < 0 && !ending) lost.note(hub.list());
        if (clients === 0) onAlone();
      },
      onStale: () => leave(),
    }),
  );
  onReady();
}

function pointsTo(folder: string, { token }: Pointer): boolean {
  try {
    return readPointer(folder)?.token === token;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Standard error is the log. */
function complain(error: unknown): void {
  const { code, message } = toFault(error);
  console.error(`${new Date().toISOString()} ${code}: ${message}`);
}

function readSeconds(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new HandrailError(
    'invalid_option',
    `HANDRAIL_IDLE is a number of seconds, not ${JSON.stringify(text.slice(0, 60))}.`,
    'Leave it out, or say for example HANDRAIL_IDLE=600.',
  );
}
