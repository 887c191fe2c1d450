import { EventEmitter } from 'node:events';
import type { CdpSession } from '../handles.js';

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
  lastId: number;
  isClosed: boolean;
}

/** A target or session is gone. The words are those by which `isDocumentGone` recognizes it. */
function closedError(method: string): Error {
  return new Error(`Protocol error (${method}): Target closed`);
}

/** Connects to a browser. Messages are handled one by one, each after the promises that the one before it resolved. */
export function createConnection(transport: Transport): Connection {
  const state: ConnectionState = {
    transport,
    pending: new Map(),
    sessions: new Map(),
    relayed: new Map(),
    lastId: 0,
    isClosed: false,
  };
  const closed = new EventEmitter();
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

function handleMessage(state: ConnectionState, text: string): void {
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
