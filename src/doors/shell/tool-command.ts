import { resolve } from 'node:path';
import { longestText } from '../../tools/builtin/extraction.js';
import { parseCallString } from '../../tools/call-string.js';
import type { Registry } from '../../tools/registry.js';
import type { Tool } from '../../tools/tool.js';
import { writeLine } from '../terminal/write-line.js';
import type { ShellCommand } from './command.js';
import { toReply } from './reply.js';

/** A tool as a command: its fields are the flags, its positional fields the words. */
export function toolCommand(tool: Tool, registry: Registry): ShellCommand {
  const required = Object.entries(tool.input.shape)
    .filter(([, schema]) => !schema.safeParse(undefined).success)
    .map(([name]) => name);
  const positional = tool.positional ?? required;
  return {
    name: tool.name,
    summary: tool.description,
    input: tool.input,
    positional,
    ...(tool.fieldAliases ? { fieldAliases: tool.fieldAliases } : {}),
    examples: tool.examples.map((example) => writeLine(tool.name, parseCallString(example).input, positional)),
    async run(input, shell) {
      await shell.hub.atRest(shell.session);
      const held = shell.hub.get(shell.session);
      const asked = {
        ...(shell.full && 'limit' in tool.input.shape ? { limit: longestText } : {}),
        ...input,
        ...Object.fromEntries(tool.takes.paths.flatMap((field) => placed(field, input[field], shell.folder))),
      };
      return toReply(await held.call(registry, tool.name, asked, { signal: shell.signal }), held, shell);
    },
  };
}

/** Paths are meant from where the caller is, not from where the background process is. */
function placed(field: string, value: unknown, folder: string): [string, unknown][] {
  if (typeof value === 'string') return [[field, resolve(folder, value)]];
  return Array.isArray(value) ? [[field, value.map((path) => resolve(folder, String(path)))]] : [];
}
