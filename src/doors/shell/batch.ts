import { z } from 'zod';
import { HandrailError, toFault } from '../../core/errors.js';
import { exitCodes } from '../command-line/exit-codes.js';
import { type BatchEntry, parseBatchArguments, parseBatchText } from './batch-input.js';
import type { CommandContext, CommandReply, PreparedCommand } from './command.js';
import { defineCommand } from './define-command.js';
import { createFailedTabs, type FailedTabs, type FindTab } from './failed-tabs.js';
import { faultReply } from './reply.js';

/** Several commands in one call. */
export const batch = defineCommand({
  name: 'batch',
  summary:
    'Runs several commands in order and stops at the first failure; with --keep-going, only in the tab of the failure. Without arguments, reads them from standard input: one per line, or JSON. Runs nothing if a command does not exist.',
  input: z.object({
    commands: z.array(z.string()).optional().describe('each command in quotes'),
    keep_going: z
      .boolean()
      .optional()
      .describe('after a failure, run the commands for elements of other tabs; for independent tasks'),
  }),
  positional: ['commands'],
  examples: [
    `handrail batch 'open localhost:3000' 'fill Email ann@example.org' 'click "Sign up"' 'screenshot --image page.png'`,
    'handrail batch < commands.txt',
    `echo '[["fill", "Note", "line 1\\nline \\"2\\""], {"command": "click", "target": "Save"}]' | handrail batch`,
  ],
  async run({ commands = [], keep_going: keepsGoing = false }, context) {
    const readsInput = commands.length === 0 || commands[0] === '-';
    const entries = readsInput ? parseBatchText(await context.input()) : parseBatchArguments(commands);
    if (entries.length === 0)
      throw new HandrailError('invalid_input', 'batch has no commands.', 'See: handrail batch --help');
    const steps: BatchStep[] = [];
    for (const [index, entry] of entries.entries()) {
      try {
        const isIntermediate = entries.slice(index + 1).some(({ text }) => !leavesPage(text));
        const command = prepare(entry, context, { readsInput, isIntermediate });
        const text = entry.isJson ? command.line : entry.text;
        steps.push({ line: entry.line, text, command: command.line, run: command.run });
      } catch (error) {
        return notPrepared(entry, entries, toFault(error));
      }
    }
    return runSteps(steps, keepsGoing ? createFailedTabs(tabFinder(context)) : undefined);
  },
});

/** Whether a command leaves the page as it is and does not print it: the page before it is printed in full. */
function leavesPage(text: string): boolean {
  return /^\W*(?:command\W+)?(?:screenshot|wait|wait_for|sessions|log|remember)\b/.test(text);
}

interface BatchStep extends Pick<PreparedCommand, 'run'> {
  line: number;
  text: string;
  /** The command as a user types it. */
  command: string;
}

function tabFinder({ sessions, session }: CommandContext): FindTab {
  return (id) => (sessions.has(session) ? sessions.get(session).session.environment.tabOf?.(id)?.tab : undefined);
}

function prepare(
  entry: BatchEntry,
  context: CommandContext,
  { readsInput, isIntermediate }: { readsInput: boolean; isIntermediate: boolean },
): PreparedCommand {
  const input = readsInput ? inputIsTheBatch : context.input;
  const command = context.prepare(entry.parse(), { input, isIntermediate });
  if (command.name !== 'batch') return command;
  throw new HandrailError('invalid_input', 'A batch cannot contain a batch.', 'List its commands directly.');
}

async function inputIsTheBatch(): Promise<string> {
  throw new HandrailError(
    'invalid_input',
    'Standard input contains the batch, so a command of it cannot read its text there.',
    'Write the text into the command; JSON can hold any text.',
  );
}

/** The caller knows the command. Its beginning is enough to recognize it. */
const maxShownLength = 40;

function formatStep(line: number, text: string): string {
  const shown = text.replace(/\s*\n\s*/g, ' ');
  return `${line}. ${shown.length > maxShownLength ? `${shown.slice(0, maxShownLength - 1).trimEnd()}…` : shown}`;
}

/** The command and its answer. A short status is on the same line. */
function formatAnswer(line: number, text: string, answer: string): string {
  const [status = '', ...rest] = answer.split('\n');
  if (!/^done\b/.test(status)) return `${formatStep(line, text)}\n${answer}`;
  return [`${formatStep(line, text)}: ${status}`, ...rest].join('\n');
}

function notPrepared(
  { line, text }: BatchEntry,
  entries: readonly BatchEntry[],
  fault: Parameters<typeof faultReply>[0],
): CommandReply {
  const reply = faultReply(fault);
  return {
    ...reply,
    text: `${formatStep(line, text)}\n${reply.text}\nNo command of the batch was run.`,
    data: { ...reply.data, results: [{ line, command: text, ...reply.data }], notRun: entries.length },
  };
}

/** Runs the steps until one fails. With `failedTabs`, steps for other tabs run after a failure, too. */
async function runSteps(steps: readonly BatchStep[], failedTabs?: FailedTabs): Promise<CommandReply> {
  const results: Record<string, unknown>[] = [];
  const texts: string[] = [];
  const failed: BatchStep[] = [];
  const notRun: BatchStep[] = [];
  let code: number = exitCodes.done;
  for (const step of steps) {
    const { line, text, command, run } = step;
    if (failed.length > 0 && !failedTabs?.mayRun(command)) {
      notRun.push(step);
      continue;
    }
    const reply = await run();
    results.push({ line, command: text, ...reply.data });
    texts.push(formatAnswer(line, text, reply.text));
    failedTabs?.note(command, reply.ok);
    if (reply.ok) continue;
    failed.push(step);
    if (code === exitCodes.done) code = reply.code;
  }
  const data = { success: failed.length === 0, results, notRun: notRun.length };
  if (failed.length === 0) return { ok: true, text: texts.join('\n'), code, data };
  // Without `failedTabs`, the failure is the last text.
  const failure = failedTabs ? `Failed: ${failed.map(({ line }) => line).join(', ')}` : texts.pop();
  const text = [failure, ...(notRun.length > 0 ? [formatNotRun(notRun)] : [])].join('\n');
  return { ok: false, completed: texts.join('\n'), text, code, data };
}

const maxListedSteps = 8;

function formatNotRun(steps: readonly BatchStep[]): string {
  const listed = steps.slice(0, maxListedSteps).map(({ line, text }) => `  ${formatStep(line, text)}`);
  const more = steps.length - listed.length;
  return ['Not run:', ...listed, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
