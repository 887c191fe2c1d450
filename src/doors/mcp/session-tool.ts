import type { Tool as Advertised, CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { cancelled } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import { readAddress } from '../../environments/browser/address.js';
import { pageAnswer, plainAnswer } from './answer.js';
import type { Pages } from './pages.js';
import type { Sessions } from './sessions.js';

/** Tools of the door itself, beside those of the registry. */
export const ownTools: readonly Advertised[] = [
  {
    name: 'session',
    title: 'Sessions',
    description:
      'Opens, lists or closes sessions: browsers with their own cookies, for the `session` field of the tools.',
    inputSchema: {
      type: 'object',
      properties: {
        do: { enum: ['open', 'list', 'close'] },
        session: { type: 'string' },
        url: { type: 'string' },
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
  const { do: what, session, url } = read('session', sessionInput, input);
  if (what === 'open') {
    const held = await sessions.open(session, url === undefined ? undefined : readAddress(url));
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
  const open = sessions.list().map((held) => ({ session: held.name, url: held.url() ?? 'about:blank' }));
  const lines = open.map((one) => `${one.session} ${one.url}`);
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
    name === 'more' ? 'Give the cursor of the answer that was cut.' : 'Fields of session: do, session?, url?.',
  );
}
