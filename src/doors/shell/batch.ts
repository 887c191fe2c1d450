import { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import { exitCodes } from '../terminal/exit-codes.js';
import type { Shell, ShellCommand, ShellReply } from './command.js';

/** Several commands in one call. */
export const batch: ShellCommand = {
  name: 'batch',
  summary:
    'Runs several commands one after the other, up to the first that fails. Without words: a line each on standard input.',
  input: z.object({ commands: z.array(z.string()).optional().describe('each command in quotes') }),
  positional: ['commands'],
  examples: [
    `handrail batch 'fill Email ann@example.org' 'check "I agree"' 'click "Sign up"'`,
    'handrail batch < commands.txt',
  ],
  async run({ commands }, shell) {
    const given = Array.isArray(commands) ? commands.map(String) : [];
    const isRead = given.length === 0 || given[0] === '-';
    const lines = (isRead ? (await shell.input()).split('\n') : given)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
    if (lines.length > 0) return runLines(lines, shell);
    throw new HandrailError('invalid_input', 'batch has no commands.', 'See: handrail batch --help');
  },
};

async function runLines(lines: readonly string[], { runLine }: Shell): Promise<ShellReply> {
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
    const left = lines.length - index - 1;
    return {
      ok: false,
      before: texts.join('\n'),
      text: left > 0 ? `${text}\n${left} after it not run.` : text,
      code: reply.code,
      data: { success: false, results, notRun: left },
    };
  }
  return { ok: true, text: texts.join('\n'), code: exitCodes.done, data: { success: true, results, notRun: 0 } };
}
