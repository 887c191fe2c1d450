import type { Tool as Advertised, CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cancelled } from '../../core/deadline.js';
import { environmentKinds } from '../../core/environment-kinds.js';
import { HandrailError } from '../../core/errors.js';
import { readAddress } from '../../environments/browser/address.js';
import { readOtherScreen, refuseBrowserWords } from '../session-manager/screen-options.js';
import { pageAnswer, plainAnswer } from './answer.js';
import type { Pages } from './pages.js';
import type { Sessions } from './sessions.js';

/** Tools of the door itself, beside those of the registry. */
export const ownTools: readonly Advertised[] = [
  {
    name: 'session',
    title: 'Sessions',
    description:
      'Opens, lists or closes sessions, for the `session` field of the tools: browsers with their own cookies, desktops, containers.',
    inputSchema: {
      type: 'object',
      properties: {
        do: { enum: ['open', 'list', 'close'] },
        session: { type: 'string' },
        url: { type: 'string' },
        environment: { enum: [...environmentKinds] },
        display: { type: 'string', description: 'private (default), current, :N' },
        app: { type: 'string' },
        container: { type: 'string' },
      },
      required: ['do'],
    },
    outputSchema: { type: 'object', properties: { session: { type: 'string' }, sessions: { type: 'array' } } },
    annotations: { destructiveHint: false },
  },
  {
    name: 'more',
    title: 'More of a text',
    description: 'The next part of an answer that was cut.',
    inputSchema: { type: 'object', properties: { cursor: { type: 'string' } }, required: ['cursor'] },
    outputSchema: { type: 'object', properties: { more: { type: 'string' } } },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
];

const sessionInput = z.strictObject({
  do: z.enum(['open', 'list', 'close']),
  session: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  environment: z.enum(environmentKinds).optional(),
  display: z.string().min(1).optional(),
  app: z.string().min(1).optional(),
  container: z.string().min(1).optional(),
});

const moreInput = z.strictObject({ cursor: z.string().min(1) });

/** Calls a tool of the door. Throws HandrailError. */
export async function callOwnTool(
  name: string,
  input: unknown,
  { sessions, pages }: { sessions: Sessions; pages: Pages },
  signal: AbortSignal,
): Promise<CallToolResult> {
  if (name === 'more') return pageAnswer(pages.at(read(name, moreInput, input).cursor));
  const { do: what, session, url, ...words } = read('session', sessionInput, input);
  if (what === 'open') {
    const screen = readOtherScreen(words);
    if (screen) refuseBrowserWords(screen.environment, { url });
    const held = await sessions.open(session, {
      ...(url === undefined ? {} : { url: readAddress(url) }),
      ...(screen ? { screen } : (words.environment ?? url) ? { isBrowser: true } : {}),
    });
    if (signal.aborted) {
      await sessions.close(held.name); // nobody would ever know its handle
      throw cancelled(signal);
    }
    const at = held.url();
    return plainAnswer(`session "${held.name}" is open${at ? ` at ${at}` : ''}`, { session: held.name });
  }
  if (what === 'close') {
    await sessions.close(session);
    return plainAnswer('closed', session === undefined ? {} : { session });
  }
  const open = sessions.list().map((held) => {
    const { kind } = held.session.environment;
    const at = held.url() ?? (kind === 'browser' ? 'about:blank' : '');
    return { session: held.name, ...(kind === 'browser' ? {} : { environment: kind }), url: at };
  });
  const lines = open.map((one) => [one.session, one.environment, one.url].filter(Boolean).join(' '));
  return plainAnswer(lines.length > 0 ? lines.join('\n') : 'No session is open.', { sessions: open });
}

function read<T>(name: string, schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.');
  throw new HandrailError(
    'invalid_input',
    `${name}: ${where ? `${where}: ` : ''}${issue?.message ?? 'is not valid'}.`,
    name === 'more'
      ? 'Give the cursor of the answer that was cut.'
      : 'Fields of session: do, session?, url?, environment?, display?, app?, container?.',
  );
}
