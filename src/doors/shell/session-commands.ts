import { z } from 'zod';
import type { ObserveOptions } from '../../session/observe-options.js';
import { maskTexts } from '../../tools/call/mask-texts.js';
import { exitCodes } from '../command-line/exit-codes.js';
import type { SessionInfo, ShellCommand } from './command.js';
import { defineCommand } from './define-command.js';
import { open } from './open.js';
import { pageReply } from './page-reply.js';
import { faultReply, savePicture } from './reply.js';

/** In tokens, of a page that is printed without --full. */
const pageBudget = 1_000;

const observe = defineCommand({
  name: 'observe',
  summary:
    'Prints the screen: one line per element, with the ids that other commands take. Repeated on the same page, it prints what changed since the last map; --full prints everything.',
  input: z.object({
    target: z.string().optional().describe('only this element: an id, a CSS selector or a phrase'),
    find: z.string().optional().describe('elements anywhere on the page that contain this text'),
    expand: z.string().optional().describe('everything inside an element, such as el_9'),
    from: z.number().int().min(0).optional().describe('with --expand: the first row to print'),
    budget: z.number().min(1).optional().describe('maximum tokens of text (default 1000, with --full 2000)'),
    coordinates: z.boolean().optional().describe('include the coordinates of each element'),
    marks: z.boolean().optional().describe('with --image: draw the number of each element next to it'),
  }),
  positional: ['target'],
  examples: [
    'handrail observe',
    "handrail observe '#main'",
    'handrail observe --find "Sign in"',
    'handrail observe --expand el_9 --from 20',
  ],
  async run({ target, find, expand, from, budget, marks, coordinates = false }, context) {
    const { sessions, session: name, signal } = context;
    await sessions.waitUntilSettled(name);
    const session = sessions.get(name);
    const inside = target ?? expand;
    const options: ObserveOptions = {
      find,
      expand: inside === undefined ? undefined : { element: await session.resolveElement(inside, signal), from },
      budget,
      picture: marks ? 'marks' : context.image !== undefined && 'plain',
      coordinates,
      signal,
    };
    const observation = await session.runExclusive(() => session.session.observe(options), signal);
    const full = context.full || coordinates || budget !== undefined;
    const page = pageReply(observation, session, session.printer.print(observation, { full, budget: pageBudget }));
    const isEmpty = find !== undefined && observation.elements.length === 0;
    const reply = isEmpty ? { ...page, text: `${page.text}\nNo element on the page contains "${find}".` } : page;
    if (!observation.image) return reply;
    const file = await savePicture(observation.image, session, context);
    return { ...reply, text: `${reply.text}\npicture: ${file}`, data: { ...reply.data, pictures: [file] } };
  },
});

const sessions = defineCommand({
  name: 'sessions',
  summary: 'Lists the open sessions.',
  input: z.object({}),
  positional: [],
  examples: ['handrail sessions'],
  async run(_, { sessions: manager, others, signal }) {
    const own = manager.list().map(
      (session): SessionInfo => ({
        name: session.name,
        environment: session.session.environment.kind,
        url: maskTexts(session.location(), new Set(), session.session.secrets),
        busy: session.isBusy(),
        idleSeconds: Math.round(session.idleMs() / 1_000),
        folder: session.folder,
      }),
    );
    const list = [...own, ...(await others.list(signal))];
    return {
      ok: true,
      text:
        list.length > 0 ? list.map(formatSession).join('\n') : 'No session is open. Open one with: handrail open <url>',
      code: exitCodes.done,
      data: { success: true, sessions: list },
    };
  },
});

function formatSession({ name, environment = 'browser', url, busy, idleSeconds, pid }: SessionInfo): string {
  const state = busy ? 'busy' : `idle ${idleSeconds} s`;
  return `${name}  ${formatLocation(environment, url)}  ${pid === undefined ? state : `in another version of Handrail, process ${pid}`}`;
}

/** The URL of a browser. Otherwise the environment with its active window. */
function formatLocation(environment: string, location: string | undefined): string {
  if (environment === 'browser') return location ?? 'about:blank';
  return location ? `${environment}: ${location}` : environment;
}

const close = defineCommand({
  name: 'close',
  summary: 'Closes a session with its browser or desktop; with --all, every session.',
  input: z.object({ all: z.boolean().optional().describe('close every session') }),
  positional: [],
  examples: ['handrail close', 'handrail close --session shop', 'handrail close --all'],
  async run({ all }, { sessions: manager, others, session, signal }) {
    if (!all) await manager.close(session);
    const own = all ? await manager.closeAll() : [session];
    const { closed, error } = all ? await others.closeAll(signal) : { closed: [], error: undefined };
    const names = [...own, ...closed];
    if (error) {
      const reply = faultReply(error);
      const data = { ...reply.data, closed: names };
      return names.length > 0 ? { ...reply, data, completed: `closed ${names.join(', ')}` } : { ...reply, data };
    }
    return {
      ok: true,
      text: names.length > 0 ? `closed ${names.join(', ')}` : 'No session was open.',
      code: exitCodes.done,
      data: { success: true, closed: names },
    };
  },
});

const takeOver = defineCommand({
  name: 'take_over',
  summary:
    'Lets a person use the window of the session until hand-back. Nothing of it is recorded, and other commands are refused.',
  input: z.object({}),
  positional: [],
  examples: ['handrail take-over'],
  async run(_, { sessions: manager, session, signal }) {
    await manager.get(session).takeOver(signal);
    const text = 'You can use the window now. Nothing of it is recorded. Then run: handrail hand-back';
    return { ok: true, text, code: exitCodes.done, data: { success: true } };
  },
});

const handBack = defineCommand({
  name: 'hand_back',
  summary: 'Ends take-over. Commands continue from what the window shows then.',
  input: z.object({}),
  positional: [],
  examples: ['handrail hand-back'],
  async run(_, { sessions: manager, session }) {
    const seconds = await manager.get(session).handBack();
    const text = `A person used the window for ${seconds} s. Observe what it shows now.`;
    return { ok: true, text, code: exitCodes.done, data: { success: true, seconds } };
  },
});

/** The session commands that are not tools. */
export const sessionCommands: readonly ShellCommand[] = [open, observe, sessions, takeOver, handBack, close];
