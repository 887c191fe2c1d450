import { z } from 'zod';
import type { ElementId } from '../../core/element.js';
import type { ObserveOptions } from '../../session/observe-options.js';
import { exitCodes } from '../command-line/exit-codes.js';
import type { ShellCommand } from './command.js';
import { defineCommand } from './define-command.js';
import { open } from './open.js';
import { pageReply } from './page-reply.js';
import { savePicture } from './reply.js';

const observe = defineCommand({
  name: 'observe',
  summary: 'Prints the screen: one line per element, with the ids that other commands take.',
  input: z.object({
    find: z.string().optional().describe('elements anywhere on the page that contain this text'),
    expand: z.string().optional().describe('everything inside an element, such as el_9'),
    from: z.number().int().min(0).optional().describe('with --expand: the first row to print'),
    budget: z.number().min(1).optional().describe('maximum tokens of text (default 2000)'),
    coordinates: z.boolean().optional().describe('include the coordinates of each element'),
    marks: z.boolean().optional().describe('with --image: draw the number of each element next to it'),
  }),
  positional: [],
  examples: ['handrail observe', 'handrail observe --find "Sign in"', 'handrail observe --expand el_9 --from 20'],
  async run({ find, expand, from, budget, marks, coordinates = false }, context) {
    const { sessions, session: name, signal } = context;
    await sessions.waitUntilSettled(name);
    const session = sessions.get(name);
    const options: ObserveOptions = {
      find,
      expand: expand === undefined ? undefined : { element: expand as ElementId, from },
      budget,
      picture: marks ? 'marks' : context.image !== undefined && 'plain',
      coordinates,
      signal,
    };
    const observation = await session.runExclusive(() => session.session.observe(options), signal);
    const page = pageReply(observation, session);
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
  async run(_, { sessions: manager }) {
    const list = manager.list().map((session) => ({
      name: session.name,
      environment: session.session.environment.kind,
      url: session.location(),
      busy: session.isBusy(),
      idleSeconds: Math.round(session.idleMs() / 1_000),
      folder: session.folder,
    }));
    const lines = list.map(
      ({ name, environment, url, busy, idleSeconds }) =>
        `${name}  ${formatLocation(environment, url)}  ${busy ? 'busy' : `idle ${idleSeconds} s`}`,
    );
    return {
      ok: true,
      text: lines.length > 0 ? lines.join('\n') : 'No session is open. Open one with: handrail open <url>',
      code: exitCodes.done,
      data: { success: true, sessions: list },
    };
  },
});

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
  async run({ all }, { sessions: manager, session }) {
    const names = all ? await manager.closeAll() : [session];
    if (!all) await manager.close(session);
    return {
      ok: true,
      text: names.length > 0 ? `closed ${names.join(', ')}` : 'No session was open.',
      code: exitCodes.done,
      data: { success: true, closed: names },
    };
  },
});

/** The session commands that are not tools. */
export const sessionCommands: readonly ShellCommand[] = [open, observe, sessions, close];
