import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { toCancelledError } from '../../core/deadline.js';
import { environmentKinds } from '../../core/environment-kinds.js';
import { HandrailError } from '../../core/errors.js';
import { normalizeUrl } from '../../core/url.js';
import { parseScreenSelection, rejectBrowserOptions } from '../session-manager/screen-options.js';
import { pageResult, textResult } from './call-result.js';
import type { Pages } from './pages.js';
import type { ClientSessions } from './sessions.js';

/** Tools of the server itself. */
export const serverTools: readonly ToolDefinition[] = [
  {
    name: 'session',
    title: 'Sessions',
    description:
      'Opens, lists or closes sessions for the `session` field of the tools: browsers with separate cookies, desktops, containers.',
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
    title: 'Next page of a text',
    description: 'Returns the next page of a long result.',
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

/** Calls a server tool. Throws HandrailError. */
export async function callServerTool(
  name: string,
  input: unknown,
  { sessions, pages }: { sessions: ClientSessions; pages: Pages },
  signal: AbortSignal,
): Promise<CallToolResult> {
  if (name === 'more') return pageResult(pages.pageAt(parse(name, moreInput, input).cursor));
  const fields = parse('session', sessionInput, input);
  if (fields.do === 'open') return openSession(fields, sessions, signal);
  if (fields.do === 'list') return listSessions(sessions);
  await sessions.close(fields.session);
  return textResult('closed', fields.session === undefined ? {} : { session: fields.session });
}

async function openSession(
  { do: _, session: name, url, ...selection }: z.output<typeof sessionInput>,
  sessions: ClientSessions,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const screen = parseScreenSelection(selection);
  if (screen) rejectBrowserOptions(screen.environment, { url });
  const session = await sessions.open(name, {
    url: url === undefined ? undefined : normalizeUrl(url),
    screen,
    isBrowser: screen === undefined && (selection.environment ?? url) !== undefined,
  });
  if (signal.aborted) {
    await sessions.close(session.name); // the client will never learn its handle
    throw toCancelledError(signal);
  }
  const location = session.location();
  return textResult(`session "${session.name}" is open${location ? ` at ${location}` : ''}`, { session: session.name });
}

function listSessions(sessions: ClientSessions): CallToolResult {
  const open = sessions.list().map(({ name, session, location }) => {
    const { kind } = session.environment;
    const isBrowser = kind === 'browser';
    return {
      session: name,
      ...(isBrowser ? {} : { environment: kind }),
      url: location() ?? (isBrowser ? 'about:blank' : ''),
    };
  });
  const lines = open.map((one) => [one.session, one.environment, one.url].filter(Boolean).join(' '));
  return textResult(lines.length > 0 ? lines.join('\n') : 'No session is open.', { sessions: open });
}

function parse<T>(name: string, schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.join('.');
  throw new HandrailError(
    'invalid_input',
    `${name}: ${path ? `${path}: ` : ''}${issue?.message ?? 'is not valid'}.`,
    name === 'more'
      ? 'Use the cursor of the long result.'
      : 'Fields of session: do, session?, url?, environment?, display?, app?, container?.',
  );
}
