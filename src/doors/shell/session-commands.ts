import { resolve } from 'node:path';
import { z } from 'zod';
import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Observation } from '../../core/observation.js';
import { readAddress } from '../../environments/browser/address.js';
import { askFrom } from '../../rails/gate.js';
import type { ObserveOptions } from '../../session/session.js';
import { exitCodes } from '../cli/exit-codes.js';
import type { Held } from '../hub/held.js';
import type { Shell, ShellCommand, ShellReply } from './command.js';
import { placePicture } from './reply.js';

/** Keeps the types of a command's input between its schema and its work. */
function define<Input extends z.ZodObject>(
  command: Omit<ShellCommand, 'run' | 'input'> & {
    input: Input;
    run(input: z.output<Input>, shell: Shell): Promise<ShellReply>;
  },
): ShellCommand {
  return { ...command, run: (input, shell) => command.run(parse(command.name, command.input, input), shell) };
}

function parse<Input extends z.ZodObject>(name: string, schema: Input, input: unknown): z.output<Input> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new HandrailError(
    'invalid_input',
    `${name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}.`,
    `See: handrail ${name} --help`,
  );
}

const open = define({
  name: 'open',
  summary:
    'Opens an address in a session, which is started when there is none, and shows the page. Files can be uploaded from the folder it was opened in.',
  input: z.object({
    url: z.string().optional().describe('address; https:// may be left out'),
    headed: z.boolean().optional().describe('show the browser'),
    viewport: z.string().optional().describe('width and height, such as 1280x800'),
    profile: z.string().optional().describe('a browser profile that keeps cookies and settings'),
    approve: z.enum(['all', 'none']).optional().describe('what is of safety level medium and up: all (default), none'),
    allow_evaluate: z.boolean().optional().describe('let the evaluate tool run scripts in pages'),
    budget: z.number().min(1).optional().describe('tokens of text at most (2000)'),
  }),
  positional: ['url'],
  examples: ['handrail open https://shop.example', 'handrail open localhost:3000 --session shop'],
  async run({ url: asked, budget, ...how }, shell) {
    const url = asked === undefined ? undefined : readAddress(asked);
    await shell.hub.atRest(shell.session);
    const isNew = !shell.hub.has(shell.session);
    const held = isNew ? await start(url, how, shell) : shell.hub.get(shell.session);
    if (!isNew) await reuse(held, url, how, shell);
    const observation = await held.inTurn(
      () => held.session.observe({ places: false, signal: shell.signal, ...(budget ? { budget } : {}) }),
      shell.signal,
    );
    return showing(observation, held);
  },
});

type How = {
  headed?: boolean | undefined;
  viewport?: string | undefined;
  profile?: string | undefined;
  approve?: 'all' | 'none' | undefined;
  allow_evaluate?: boolean | undefined;
};

async function start(url: string | undefined, how: How, { hub, session, home, folder, signal }: Shell): Promise<Held> {
  return hub.open(session, {
    by: 'shell',
    home,
    signal,
    uploads: [folder],
    headless: !how.headed,
    allow: { evaluate: how.allow_evaluate ?? false },
    ...(url === undefined ? {} : { url }),
    ...(how.viewport === undefined ? {} : { viewport: readSize(how.viewport) }),
    ...(how.profile === undefined ? {} : { profile: resolve(folder, how.profile) }),
    ...(how.approve === 'none' ? { gate: askFrom('medium') } : {}),
  });
}

/** A session that is there already keeps what it was opened with. */
async function reuse(held: Held, url: string | undefined, how: How, { session, signal }: Shell): Promise<void> {
  const late = Object.entries(how).filter(([, value]) => value !== undefined);
  if (late.length > 0)
    throw new HandrailError(
      'invalid_option',
      `The session "${session}" is open already: --${late.map(([name]) => name.replaceAll('_', '-')).join(', --')} can only be said when it is opened.`,
      `Close it first: handrail close --session ${session}`,
    );
  if (url === undefined) return;
  const { error } = await held.inTurn(() => held.session.perform({ type: 'navigate', url }, { signal }), signal);
  if (error) throw new HandrailError(error.code, error.message, error.hint);
}

function readSize(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{2,5})\s*[x×,]\s*(\d{2,5})$/i.exec(text.trim()) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  throw new HandrailError('invalid_input', `"${text}" is no size.`, 'Give width and height, such as 1280x800.');
}

const observe = define({
  name: 'observe',
  summary: 'Shows what is on the screen: one line an element, with the ids that other commands take.',
  input: z.object({
    find: z.string().optional().describe('elements anywhere on the page that hold these words'),
    expand: z.string().optional().describe('all that is inside an element, such as el_9'),
    from: z.number().int().min(0).optional().describe('with --expand: from this row on'),
    budget: z.number().min(1).optional().describe('tokens of text at most (2000)'),
    places: z.boolean().optional().describe('say where each element is'),
    marks: z.boolean().optional().describe('with --image: draw the number of each element beside it'),
  }),
  positional: [],
  examples: ['handrail observe', 'handrail observe --find "Sign in"', 'handrail observe --expand el_9 --from 20'],
  async run({ find, expand, from, budget, marks, places = false }, shell) {
    await shell.hub.atRest(shell.session);
    const held = shell.hub.get(shell.session);
    const options: ObserveOptions = {
      ...(find === undefined ? {} : { find }),
      ...(expand === undefined ? {} : { expand: { element: expand as ElementId, ...(from ? { from } : {}) } }),
      ...(budget === undefined ? {} : { budget }),
      ...(shell.image === undefined && !marks ? {} : { picture: marks ? 'marks' : 'plain' }),
      places,
      signal: shell.signal,
    };
    const observation = await held.inTurn(() => held.session.observe(options), shell.signal);
    const shown = showing(observation, held);
    const isNone = find !== undefined && observation.elements.length === 0;
    const reply = isNone ? { ...shown, text: `${shown.text}\nNothing on the page holds "${find}".` } : shown;
    if (!observation.image) return reply;
    const file = await placePicture(observation.image, held, shell);
    return { ...reply, text: `${reply.text}\npicture: ${file}`, data: { ...reply.data, pictures: [file] } };
  },
});

function showing(
  { text, url, title, elements, total, truncated, modal }: Observation,
  { name, folder, news }: Held,
): ShellReply {
  return {
    ok: true,
    text: [...news(), text].join('\n'),
    code: exitCodes.done,
    data: {
      success: true,
      session: name,
      folder,
      url,
      title,
      text,
      elements,
      total,
      truncated,
      ...(modal ? { modal } : {}),
    },
  };
}

const sessions = define({
  name: 'sessions',
  summary: 'Lists the sessions that are open.',
  input: z.object({}),
  positional: [],
  examples: ['handrail sessions'],
  async run(_, { hub }) {
    const facts = hub.list().map((held) => ({
      name: held.name,
      url: held.url(),
      busy: held.isBusy(),
      idleSeconds: Math.round(held.idleMs() / 1_000),
      folder: held.folder,
    }));
    const lines = facts.map(
      ({ name, url, busy, idleSeconds }) =>
        `${name}  ${url ?? 'about:blank'}  ${busy ? 'busy' : `idle ${idleSeconds} s`}`,
    );
    return {
      ok: true,
      text: lines.length > 0 ? lines.join('\n') : 'No session is open. Open one with: handrail open <address>',
      code: exitCodes.done,
      data: { success: true, sessions: facts },
    };
  },
});

const close = define({
  name: 'close',
  summary: 'Closes a session and its browser; with --all, every session.',
  input: z.object({ all: z.boolean().optional().describe('every session') }),
  positional: [],
  examples: ['handrail close', 'handrail close --session shop', 'handrail close --all'],
  async run({ all }, { hub, session }) {
    const names = all ? await hub.closeAll() : [session];
    if (!all) await hub.close(session);
    return {
      ok: true,
      text: names.length > 0 ? `closed ${names.join(', ')}` : 'No session was open.',
      code: exitCodes.done,
      data: { success: true, closed: names },
    };
  },
});

export const sessionCommands: readonly ShellCommand[] = [open, observe, sessions, close];
