import { z } from 'zod';
import type { ElementId } from '../../core/element.js';
import type { ObserveOptions } from '../../session/observe-options.js';
import { exitCodes } from '../terminal/exit-codes.js';
import type { ShellCommand } from './command.js';
import { define } from './define-command.js';
import { open } from './open.js';
import { placePicture } from './reply.js';
import { showPage } from './show-page.js';

const observe = define({
  name: 'observe',
  summary: 'Shows what is on the screen: one line an element, with the ids that other commands take.',
  input: z.object({
    find: z.string().optional().describe('elements anywhere on the page that hold these words'),
    expand: z.string().optional().describe('all that is inside an element, such as el_9'),
    from: z.number().int().min(0).optional().describe('with --expand: from this row on'),
    budget: z.number().min(1).optional().describe('tokens of text at most (2000)'),
    coordinates: z.boolean().optional().describe('say where each element is'),
    marks: z.boolean().optional().describe('with --image: draw the number of each element beside it'),
  }),
  positional: [],
  examples: ['handrail observe', 'handrail observe --find "Sign in"', 'handrail observe --expand el_9 --from 20'],
  async run({ find, expand, from, budget, marks, coordinates = false }, shell) {
    await shell.hub.atRest(shell.session);
    const held = shell.hub.get(shell.session);
    const options: ObserveOptions = {
      ...(find === undefined ? {} : { find }),
      ...(expand === undefined ? {} : { expand: { element: expand as ElementId, ...(from ? { from } : {}) } }),
      ...(budget === undefined ? {} : { budget }),
      ...(shell.image === undefined && !marks ? {} : { picture: marks ? 'marks' : 'plain' }),
      coordinates,
      signal: shell.signal,
    };
    const observation = await held.inTurn(() => held.session.observe(options), shell.signal);
    const shown = showPage(observation, held);
    const isNone = find !== undefined && observation.elements.length === 0;
    const reply = isNone ? { ...shown, text: `${shown.text}\nNothing on the page holds "${find}".` } : shown;
    if (!observation.image) return reply;
    const file = await placePicture(observation.image, held, shell);
    return { ...reply, text: `${reply.text}\npicture: ${file}`, data: { ...reply.data, pictures: [file] } };
  },
});

const sessions = define({
  name: 'sessions',
  summary: 'Lists the sessions that are open.',
  input: z.object({}),
  positional: [],
  examples: ['handrail sessions'],
  async run(_, { hub }) {
    const facts = hub.list().map((held) => ({
      name: held.name,
      environment: held.session.environment.kind,
      url: held.url(),
      busy: held.isBusy(),
      idleSeconds: Math.round(held.idleMs() / 1_000),
      folder: held.folder,
    }));
    const lines = facts.map(
      ({ name, environment, url, busy, idleSeconds }) =>
        `${name}  ${placeOf(environment, url)}  ${busy ? 'busy' : `idle ${idleSeconds} s`}`,
    );
    return {
      ok: true,
      text: lines.length > 0 ? lines.join('\n') : 'No session is open. Open one with: handrail open <address>',
      code: exitCodes.done,
      data: { success: true, sessions: facts },
    };
  },
});

/** An address, or the kind of screen with the window in use. */
function placeOf(environment: string, at: string | undefined): string {
  if (environment === 'browser') return at ?? 'about:blank';
  return at ? `${environment}: ${at}` : environment;
}

const close = define({
  name: 'close',
  summary: 'Closes a session with its browser or its desktop; with --all, every session.',
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

/** The commands that are no tools. */
export const sessionCommands: readonly ShellCommand[] = [open, observe, sessions, close];
