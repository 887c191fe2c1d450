import { EventEmitter } from 'node:events';
import type { CdpSession } from '../handles.js';
import { createFloodGuard, defaultFloodLimits, type FloodGuard, type FloodMeasure } from './flood-guard.js';

/** Carries messages to a browser and back. */
export interface Transport {
  send(message: string): void;
  onMessage(listener: (message: string) => void): void;
  onClose(listener: () => void): void;
}

/** A connection to a browser, with one session for each attached target. */
export interface Connection {
  /** The session of the browser itself. */
  readonly root: CdpSession;
  /** The session that `Target.attachedToTarget` or a command named. */
  session(sessionId: string): CdpSession;
  /** Lets another client use a session of the browser and all sessions below it. */
  relay(sessionId: string, onMessage: (message: Message) => void): (message: Message) => void;
  isClosed(): boolean;
  onClose(listener: () => void): void;
  /** Tells when a page sends more events than a page needs. `session` is that of the page, or of a worker that pages share. */
  onFlood(listener: (session: CdpSession, measure: FloodMeasure) => void): void;
}

interface PendingCommand {
  method: string;
  sessionId: string | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message: string; data?: string };
  sessionId?: string;
}

interface ConnectionState {
  transport: Transport;
  pending: Map<number, PendingCommand>;
  sessions: Map<string | undefined, OwnSession>;
  /** The sessions of other clients, and who receives their messages. */
  relayed: Map<string, (message: Message) => void>;
  flood: FloodGuard;
  lastId: number;
  isClosed: boolean;
}

/** A target or session is gone. The words are those by which `isDocumentGone` recognizes it. */
function closedError(method: string): Error {
  return new Error(`Protocol error (${method}): Target closed`);
}

/** Connects to a browser. Messages are handled one by one, each after the promises that the one before it resolved. */
export function createConnection(transport: Transport): Connection {
  const closed = new EventEmitter();
  let onFlood: (session: CdpSession, measure: FloodMeasure) => void = () => undefined;
  const state: ConnectionState = {
    transport,
    pending: new Map(),
    sessions: new Map(),
    relayed: new Map(),
    flood: createFloodGuard(defaultFloodLimits, (sessionId, measure) => {
      const session = state.sessions.get(sessionId);
      if (session) onFlood(session, measure);
    }),
    lastId: 0,
    isClosed: false,
  };
  const root = openSession(state, undefined);
  transport.onMessage((message) => setImmediate(handleMessage, state, message));
  transport.onClose(() => {
    setImmediate(() => {
      if (state.isClosed) return;
      state.isClosed = true;
      for (const { method, reject } of state.pending.values()) reject(closedError(method));
      state.pending.clear();
      closed.emit('close');
    });
  });
  return {
    root,
    session: (sessionId) => openSession(state, sessionId),
    relay: (sessionId, onMessage) => relay(state, sessionId, onMessage),
    isClosed: () => state.isClosed,
    onClose: (listener) => void closed.once('close', listener),
    onFlood(listener) {
      onFlood = listener;
    },
  };
}

function openSession(state: ConnectionState, sessionId: string | undefined): OwnSession {
  const known = state.sessions.get(sessionId);
  if (known) return known;
  const session = new OwnSession(state, sessionId);
  state.sessions.set(sessionId, session);
  return session;
}

/** The ids of commands of other clients start here. */
const relayedIds = 1_000_000_000;

/** `sessionId` is the root session of the other client, which does not name it. */
function relay(
  state: ConnectionState,
  sessionId: string,
  onMessage: (message: Message) => void,
): (message: Message) => void {
  const receive = (message: Message) => {
    const { method, params, sessionId: from, id } = message;
    if (method === 'Target.attachedToTarget') state.relayed.set(String(params?.sessionId), receive);
    if (method === 'Target.detachedFromTarget') state.relayed.delete(String(params?.sessionId));
    onMessage({
      ...message,
      id: id === undefined ? undefined : id - relayedIds,
      sessionId: from === sessionId ? undefined : from,
    });
  };
  state.relayed.set(sessionId, receive);
  return ({ id = 0, ...message }) =>
    state.transport.send(JSON.stringify({ sessionId, ...message, id: id + relayedIds }));
}

/** An event begins with its method and ends with its session. Both are read without parsing what is between. */
const eventStart = /^\{"method":"([\w.]+)",/;
const sessionEnd = /"sessionId":"(\w+)"\}$/;
const maxEventStart = 80;
/** A request that a script sends, and not a part of the page. */
const byScript = /"type":"(?:Fetch|XHR|Ping)"/;

/** Whether nobody waits for this event of a page. Most events of a flood are of this kind, and parsing them would take all the time. */
function isUnused({ sessions, relayed, flood }: ConnectionState, text: string): boolean {
  const method = eventStart.exec(text.slice(0, maxEventStart))?.[1];
  if (method === undefined) return false;
  const sessionId = sessionEnd.exec(text.slice(-maxEventStart))?.[1];
  if (sessionId === undefined) return false;
  flood.count(sessionId, text.length, method === 'Network.requestWillBeSent' && byScript.test(text));
  if (method.startsWith('Target.')) return false;
  const session = sessions.get(sessionId);
  return session !== undefined && session.listenerCount(method) === 0 && !relayed.has(sessionId);
}

function handleMessage(state: ConnectionState, text: string): void {
  if (isUnused(state, text)) return;
  const message: Message = JSON.parse(text);
  const receive = message.sessionId === undefined ? undefined : state.relayed.get(message.sessionId);
  if (receive && (message.id === undefined || message.id >= relayedIds)) {
    receive(message);
    return;
  }
  if (message.id !== undefined) {
    handleResponse(state, message.id, message);
    return;
  }
  const { method = '', params = {} } = message;
  if (method === 'Target.attachedToTarget') state.flood.adopt(String(params.sessionId), message.sessionId);
  const session = state.sessions.get(message.sessionId);
  session?.emit(method, params);
  if (method === 'Target.detachedFromTarget') endSession(state, String(params.sessionId));
}

function handleResponse(state: ConnectionState, id: number, { result, error }: Message): void {
  const command = state.pending.get(id);
  state.pending.delete(id);
  if (!error) command?.resolve(result);
  else command?.reject(new Error(`Protocol error (${command.method}): ${error.message}${describeData(error.data)}`));
}

function describeData(data: string | undefined): string {
  return data ? ` ${data}` : '';
}

function endSession(state: ConnectionState, sessionId: string): void {
  const session = state.sessions.get(sessionId);
  state.sessions.delete(sessionId);
  state.flood.forget(sessionId);
  for (const [id, command] of state.pending) {
    if (command.sessionId !== sessionId) continue;
    state.pending.delete(id);
    command.reject(closedError(command.method));
  }
  session?.emit('Inspector.detached', { reason: 'target_closed' });
}

class OwnSession extends EventEmitter implements CdpSession {
  readonly #state: ConnectionState;
  readonly #sessionId: string | undefined;

  constructor(state: ConnectionState, sessionId: string | undefined) {
    super();
    this.setMaxListeners(0);
    this.#state = state;
    this.#sessionId = sessionId;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the interface types each method by its name
  send(method: string, params?: unknown): Promise<any> {
    const state = this.#state;
    const sessionId = this.#sessionId;
    if (state.isClosed || state.sessions.get(sessionId) !== this) return Promise.reject(closedError(method));
    state.lastId += 1;
    const id = state.lastId;
    return new Promise((resolve, reject) => {
      state.pending.set(id, { method, sessionId, resolve, reject });
      state.transport.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  async detach(): Promise<void> {
    await openSession(this.#state, undefined).send('Target.detachFromTarget', { sessionId: this.#sessionId });
  }
}
