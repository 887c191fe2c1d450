import { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import { exitCodes } from '../command-line/exit-codes.js';
import type { CommandContext, CommandReply, ShellCommand } from './command.js';

/** Several commands in one call. */
export const batch: ShellCommand = {
  name: 'batch',
  summary:
    'Runs several commands in order and stops at the first failure. Without arguments, reads one command per line from standard input.',
  input: z.object({ commands: z.array(z.string()).optional().describe('each command in quotes') }),
  positional: ['commands'],
  examples: [
    `handrail batch 'fill Email ann@example.org' 'check "I agree"' 'click "Sign up"'`,
    'handrail batch < commands.txt',
  ],
  async run({ commands }, context) {
    const given = Array.isArray(commands) ? commands.map(String) : [];
    const readsInput = given.length === 0 || given[0] === '-';
    const lines = (readsInput ? (await context.input()).split('\n') : given)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
    if (lines.length > 0) return runLines(lines, context);
    throw new HandrailError('invalid_input', 'batch has no commands.', 'See: handrail batch --help');
  },
};

async function runLines(lines: readonly string[], { runLine }: CommandContext): Promise<CommandReply> {
  const results: (Record<string, unknown> & { command: string })[] = [];
  const texts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const reply = await runLine(line);
    const text = `${index + 1}. ${line.slice(0, 100)}\n${reply.text}`;
    results.push({ command: line, ...reply.data });
    if (reply.ok) {
      texts.push(text);
      continue;
    }
    const notRun = lines.length - index - 1;
    return {
      ok: false,
      completed: texts.join('\n'),
      text: notRun > 0 ? `${text}\nNot run: the ${notRun} after it.` : text,
      code: reply.code,
      data: { success: false, results, notRun },
    };
  }
  return { ok: true, text: texts.join('\n'), code: exitCodes.done, data: { success: true, results, notRun: 0 } };
}
