import { withTimeout } from '../../core/deadline.js';
import { HandrailError, toFault } from '../../core/errors.js';
import { discardPrestarted } from '../../environments/browser/launch/prestart.js';
import { createSessionManager, type SessionManager } from '../session-manager/session-manager.js';
import { createLostSessions, keptFacts, type LostSessions } from './lost-sessions.js';
import { createOtherDaemons, type OtherDaemons } from './other-daemons.js';
import { type Pointer, readPointer, removePointer } from './pointer.js';
import { makeRuntimeFolder, runtimeFolder } from './runtime-folder.js';
import { serveClient } from './serve-client.js';
import { type Listener, listenAsOnly } from './socket.js';

interface Daemon {
  folder: string;
  listener: Listener;
  sessions: SessionManager;
  lost: LostSessions;
  others: OtherDaemons;
  idleSeconds: number;
  clientCount: number;
  /** When the last client left or the last session closed. */
  emptySince: number;
  /** The pointer file no longer names this process. */
  isOrphaned: boolean;
  /** A process of another build sent a command: it serves new sessions, and this process ends with its last session. */
  isReplaced: boolean;
  timer?: NodeJS.Timeout;
  shutdown?: Promise<void>;
  onLastClient(): void;
}

/** A session that is idle for this long is closed. HANDRAIL_IDLE overrides it. */
const defaultIdleSeconds = 1_800;

/**
 * Serves session commands until no session is left. Returns false if another process of this build serves them already. Throws if it cannot
 * start, and then leaves nothing behind.
 */
export async function runDaemon(onReady: () => void): Promise<boolean> {
  const idleSeconds = parseSeconds(process.env.HANDRAIL_IDLE) ?? defaultIdleSeconds;
  const folder = runtimeFolder();
  makeRuntimeFolder(folder);
  const listener = await listenAsOnly(folder);
  if (listener) {
    const daemon = createDaemon(folder, listener, idleSeconds);
    await daemon.others.removeEnded();
    daemon.lost.takeOver();
    serve(daemon);
  }
  onReady();
  return listener !== undefined;
}

function createDaemon(folder: string, listener: Listener, idleSeconds: number): Daemon {
  const { file, build } = listener.pointer;
  const lost = createLostSessions(folder, file);
  const others = createOtherDaemons(folder, build);
  const sessions = createSessionManager({
    openHint: (name) => `Open one with: handrail open <url>${name === 'default' ? '' : ` --session ${name}`}`,
    onOpen({ name }) {
      lost.forget(name);
      lost.save(sessions.list());
    },
    lostRules: lost.rulesOf,
    explainMissing: (name) => explainOther(name, others) ?? lost.explain(name),
  });
  return {
    folder,
    listener,
    sessions,
    lost,
    others,
    idleSeconds,
    clientCount: 0,
    emptySince: performance.now(),
    isOrphaned: false,
    isReplaced: false,
    onLastClient: () => undefined,
  };
}

/** A command of a batch cannot use a session of another process. */
function explainOther(name: string, others: OtherDaemons): HandrailError | undefined {
  if (!others.find(name)) return undefined;
  return new HandrailError(
    'no_session',
    `The background process of another build holds the session "${name}".`,
    'Use it in a command or batch of its own.',
  );
}

function serve(daemon: Daemon): void {
  const { listener, sessions, lost, others, idleSeconds } = daemon;
  const intervalMs = 1_000 * Math.min(5, Math.max(0.2, idleSeconds / 4));
  daemon.timer = setInterval(() => void checkIdle(daemon).catch(logError), intervalMs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => shutDown(daemon, 'the background process was terminated'));
  listener.server.on('connection', (socket) =>
    serveClient(socket, {
      sessions,
      others,
      token: listener.pointer.token,
      build: listener.pointer.build,
      isEnding: () => daemon.shutdown !== undefined,
      onClientCount(delta) {
        daemon.clientCount += delta;
        daemon.emptySince = performance.now();
        if (delta < 0 && !daemon.shutdown) lost.save(sessions.list());
        if (daemon.clientCount > 0) return;
        daemon.onLastClient();
        if (daemon.isReplaced && sessions.isEmpty()) shutDown(daemon);
      },
      beforeReply: discardPrestarted, // a command that opened no page in the default browser does not need it
      onRequest({ build }) {
        daemon.isReplaced ||= build !== listener.pointer.build;
      },
      async onOtherEnded() {
        await others.removeEnded();
        lost.takeOver();
      },
    }),
  );
}

/** Without sessions and clients, the process ends after this long. */
const emptySeconds = 60;

/** Closes idle sessions. Ends the process if it is empty or orphaned. */
async function checkIdle(daemon: Daemon): Promise<void> {
  const { sessions, lost, idleSeconds, clientCount } = daemon;
  for (const session of sessions.list()) {
    const idle = session.idleMs() / 1_000;
    if (session.isBusy() || idle < idleSeconds) continue;
    const reason = `it was closed after ${Math.round(idle)} s without use`;
    lost.add(session.name, { ...keptFacts(session), reason });
    await sessions.close(session.name);
  }
  lost.save(sessions.list());
  const emptyMs = performance.now() - daemon.emptySince;
  if (clientCount > 0 || !sessions.isEmpty()) daemon.emptySince = performance.now();
  else if (emptyMs > 1_000 * Math.min(emptySeconds, idleSeconds)) shutDown(daemon);
  checkOrphaned(daemon);
}

/** No client can find a process that the pointer file does not name. Checked twice, because others move the file for a moment. */
function checkOrphaned(daemon: Daemon): void {
  const wasOrphaned = daemon.isOrphaned;
  daemon.isOrphaned = !isNamed(daemon.folder, daemon.listener.pointer);
  if (wasOrphaned && daemon.isOrphaned) shutDown(daemon, 'the folder of its background process was removed');
}

function isNamed(folder: string, { token, build }: Pointer): boolean {
  try {
    return readPointer(folder, build)?.token === token;
  } catch (error) {
    logError(error);
    return false;
  }
}

function shutDown(daemon: Daemon, reason = 'the background process ended'): void {
  daemon.shutdown ??= closeAndExit(daemon, reason).catch((error: unknown) => {
    logError(error);
    process.exit(1);
  });
}

const closeTimeoutMs = 3_000;
const lastReplyTimeoutMs = 500;

async function closeAndExit(daemon: Daemon, reason: string): Promise<void> {
  const { folder, listener, sessions, lost, timer } = daemon;
  for (const session of sessions.list()) lost.add(session.name, { ...keptFacts(session), reason });
  if (!daemon.isOrphaned) lost.save([]);
  removePointer(folder, listener.pointer.file, listener.pointer);
  listener.close();
  clearInterval(timer);
  await withTimeout(closeTimeoutMs, 'Closing the sessions', sessions.closeAll()).catch(logError);
  await withTimeout(lastReplyTimeoutMs, 'Replying to the last clients', lastClientLeft(daemon)).catch(logError);
  process.exit();
}

function lastClientLeft(daemon: Daemon): Promise<void> {
  return new Promise((resolve) => {
    daemon.onLastClient = resolve;
    if (daemon.clientCount === 0) resolve();
  });
}

/** Standard error goes to daemon.log. */
function logError(error: unknown): void {
  const { code, message } = toFault(error);
  console.error(`${new Date().toISOString()} ${code}: ${message}`);
}

function parseSeconds(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new HandrailError(
    'invalid_option',
    `HANDRAIL_IDLE must be a number of seconds, not ${JSON.stringify(text.slice(0, 60))}.`,
    'Unset it, or set a number such as HANDRAIL_IDLE=600.',
  );
}
