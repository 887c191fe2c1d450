import { HandrailError } from '../../core/errors.js';
import { createHub } from '../hub/hub.js';
import { recallSessions } from './lost-sessions.js';
import { removePointer } from './pointer.js';
import { folderFailed, makeRuntimeFolder, runtimeFolder } from './runtime-folder.js';
import { serveClient } from './serve.js';
import { claim, listen } from './socket.js';

/** A session that nobody has used for so long is closed; HANDRAIL_IDLE says another number of seconds. */
const sessionIdleSeconds = 1_800;
/** With nothing open, the process itself ends after this long. */
const emptySeconds = 60;
const longestClose = 5_000;

/** Holds sessions and serves the shell until nothing is left to hold. Throws when it cannot begin. */
export async function runDaemon(onReady: () => void): Promise<void> {
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
  const idleSeconds = readSeconds(process.env.HANDRAIL_IDLE) ?? sessionIdleSeconds;
  const lost = recallSessions(folder);
  const hub = createHub({
    openWith: (name) => `Open one with: handrail open <address>${name === 'default' ? '' : ` --session ${name}`}`,
    onOpen: ({ name }) => lost.forget(name),
    explain: (name) => lost.explain(name),
  });
  let clients = 0;
  let quietSince = performance.now();
  let ending: Promise<void> | undefined;

  async function end(): Promise<void> {
    server.close();
    removePointer(folder, pointer);
    remove();
    clearInterval(clock);
    await Promise.race([hub.closeAll(), new Promise((resolve) => setTimeout(resolve, longestClose).unref())]);
    lost.note(hub);
    process.exit();
  }
  const leave = (): void => {
    ending ??= end();
  };

  async function closeIdle(): Promise<void> {
    for (const held of hub.list()) {
      const idle = (Date.now() - held.usedAt().getTime()) / 1_000;
      if (held.isBusy() || idle < idleSeconds) continue;
      const why = `it was closed because nobody had used it for ${Math.round(idle)} s`;
      lost.add(held.name, { url: held.url() ?? '', why });
      await hub.close(held.name);
    }
    lost.note(hub);
    if (clients > 0 || hub.isOpening() || hub.list().length > 0) quietSince = performance.now();
    else if (performance.now() - quietSince > 1_000 * Math.min(emptySeconds, idleSeconds)) leave();
  }
  const clock = setInterval(() => void closeIdle(), 1_000 * Math.min(5, Math.max(0.2, idleSeconds / 4)));

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
  server.on('connection', (socket) =>
    serveClient(socket, {
      hub,
      token: pointer.token,
      build: pointer.build,
      onTraffic(delta) {
        clients += delta;
        quietSince = performance.now();
        if (delta < 0) lost.note(hub);
      },
      onStale: leave,
    }),
  );
  onReady();
}

function readSeconds(text: string | undefined): number | undefined {
  const seconds = Number(text);
  return text && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
