/**
 * What both clients of the background process know: doors/cli/client.ts and the script bin/handrail. `npm run docs` copies it into
 * bin/handrail (scripts/write-client.mjs).
 */

/** Commands that need no session. The client's own process runs them. */
export const localCommands = [
  'run',
  'tools',
  'models',
  'runs',
  'report',
  'mcp',
  'policy',
  'doctor',
  'redteam',
  'desktop',
  'container',
  'skill',
] as const;

/** Session commands that are not tools. A client knows their names, so it can start the background process without loading all commands. */
export const sessionCommandNames = ['open', 'observe', 'batch', 'sessions', 'take_over', 'hand_back', 'close'] as const;

/** Tells a new background process that its first command opens a page, so it starts the browser at once. */
export const startBrowserFlag = '--start-browser';
/** The command that opens a page, and the flags with which it opens something else than a page in the default browser. */
export const openCommand = 'open';
export const otherScreenFlags = ['--environment', '--headed', '--profile'] as const;

/** Flags that the client's own process answers. */
export const localFlags = ['-h', '--help', '-v', '--version'] as const;

/**
 * The version of the requests and frames. A background process of another build serves its sessions as long as this number is the same.
 * Increase it with every change that an older client or process does not understand.
 */
export const protocolVersion = 1;

export interface RuntimeFolderCandidate {
  /** The environment variable that names the parent folder. */
  variable: string;
  /** The parent folder if the variable is not set. */
  fallback?: string;
  subfolder: string;
  /** Skip a parent folder of another user. Under `su` and in containers XDG_RUNTIME_DIR is often one. */
  mustBeOwn?: true;
}

/** Where the background process is found: the first candidate that applies. `{uid}` is the id of the user. */
export const runtimeFolderCandidates: readonly RuntimeFolderCandidate[] = [
  { variable: 'HANDRAIL_RUNTIME', subfolder: '' },
  { variable: 'XDG_RUNTIME_DIR', subfolder: 'handrail', mustBeOwn: true },
  { variable: 'TMPDIR', fallback: '/tmp', subfolder: 'handrail-{uid}' },
];

/**
 * Frames that the background process sends. running: the command has started; repeated as a heartbeat. out, err: text for the caller.
 * exit: the exit code; the last frame. local: run the command yourself. input: send the standard input.
 */
export const frameKinds = { running: 'r', out: 'o', err: 'e', exit: 'x', local: 'l', input: 'i' } as const;

/** Without any frame for this long, a client gives up. */
export const replyTimeoutSeconds = 15;
/** Standard input that stays open longer is an error. */
export const inputTimeoutSeconds = 60;
export const maxMessageBytes = 32 * 1024 * 1024;

/** Faults that a client reports itself. `{pid}` is the background process. */
export const clientFaults = {
  ended: {
    code: 'daemon_failed',
    message: 'The background process ({pid}) ended while it ran this command. The command may have taken effect.',
    hint: 'Its sessions are closed. Open them again with: handrail open <url>',
  },
  silent: {
    code: 'daemon_failed',
    message: `The background process ({pid}) has not responded for ${replyTimeoutSeconds} s. The command may have taken effect.`,
    hint: 'If the process is stopped, continue it with: kill -CONT {pid}. To end it and its sessions: kill -9 {pid}',
  },
  inputTimeout: {
    code: 'deadline',
    message: `Standard input did not end within ${inputTimeoutSeconds} s.`,
    hint: 'Pass the commands as arguments.',
  },
} as const;
