import { resolve } from 'node:path';
import { formatError, toFault } from '../../core/errors.js';
import { maxTextLength } from '../../tools/builtin/extraction.js';
import { parseCallString } from '../../tools/call-string.js';
import type { Registry } from '../../tools/registry.js';
import type { Tool } from '../../tools/tool.js';
import { formatLine } from '../command-line/format-line.js';
import type { ManagedSession } from '../session-manager/managed-session.js';
import type { ShellCommand } from './command.js';
import { type Field, fieldsOf } from './fields.js';
import { toolReply } from './reply.js';

/** Converts a tool to a command. Its positional fields are the arguments, its other fields the flags. */
export function toolCommand(tool: Tool, registry: Registry): ShellCommand {
  const { name, description, input: schema, fieldAliases, examples, takes } = tool;
  const required = Object.entries(schema.shape)
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([field]) => field);
  const positional = tool.positional ?? required;
  return {
    name,
    summary: description,
    input: schema,
    positional,
    fieldAliases,
    inputFields: [
      ...takes.secrets,
      ...fieldsOf(schema)
        .filter(isLongText)
        .map((field) => field.name),
    ],
    examples: examples.map((example) => formatLine(name, parseCallString(example).input, positional)),
    async run(input, context) {
      const { sessions, session: sessionName, full, folder, signal, isIntermediate, within } = context;
      await sessions.waitUntilSettled(sessionName);
      const session = sessions.get(sessionName);
      const paths = takes.paths.flatMap((field) => resolvePaths(field, input[field], folder));
      const limit = full && 'limit' in schema.shape ? { limit: maxTextLength } : {};
      const result = await session.call(
        registry,
        name,
        { ...limit, ...input, ...Object.fromEntries(paths) },
        { signal, summarizesPages: (isIntermediate && !full) || within !== undefined },
      );
      const reply = await toolReply(result, session, context);
      const isAnswer = within !== undefined && result.success && tool.effect !== 'none';
      return isAnswer ? { ...reply, text: `${reply.text}\n${await printPart(session, within, signal)}` } : reply;
    },
  };
}

/** The map of one part of the page. The action is done, so a part that does not exist is no failure. */
async function printPart(session: ManagedSession, within: string, signal: AbortSignal): Promise<string> {
  try {
    const expand = await session.resolveElement(within, signal);
    const observing = () => session.session.observe({ expand, coordinates: false, signal });
    return session.session.secrets.apply((await session.runExclusive(observing, signal)).text);
  } catch (error) {
    return `--within ${within}: ${formatError(toFault(error))}`;
  }
}

/** Fields that often hold more than a shell can quote. */
function isLongText({ name, kind }: Field): boolean {
  return kind === 'json' || name === 'script';
}

/** Resolves paths against the caller's folder instead of that of the background process. */
function resolvePaths(field: string, value: unknown, folder: string): [string, unknown][] {
  if (typeof value === 'string') return [[field, resolve(folder, value)]];
  return Array.isArray(value) ? [[field, value.map((path) => resolve(folder, String(path)))]] : [];
}
