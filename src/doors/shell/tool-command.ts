import { resolve } from 'node:path';
import { maxTextLength } from '../../tools/builtin/extraction.js';
import { parseCallString } from '../../tools/call-string.js';
import type { Registry } from '../../tools/registry.js';
import type { Tool } from '../../tools/tool.js';
import { formatLine } from '../command-line/format-line.js';
import type { ShellCommand } from './command.js';
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
    examples: examples.map((example) => formatLine(name, parseCallString(example).input, positional)),
    async run(input, context) {
      const { sessions, session: sessionName, full, folder, signal } = context;
      await sessions.waitUntilSettled(sessionName);
      const session = sessions.get(sessionName);
      const paths = takes.paths.flatMap((field) => resolvePaths(field, input[field], folder));
      const limit = full && 'limit' in schema.shape ? { limit: maxTextLength } : {};
      const result = await session.call(
        registry,
        name,
        { ...limit, ...input, ...Object.fromEntries(paths) },
        { signal },
      );
      return toolReply(result, session, context);
    },
  };
}

/** Resolves paths against the caller's folder instead of that of the background process. */
function resolvePaths(field: string, value: unknown, folder: string): [string, unknown][] {
  if (typeof value === 'string') return [[field, resolve(folder, value)]];
  return Array.isArray(value) ? [[field, value.map((path) => resolve(folder, String(path)))]] : [];
}
