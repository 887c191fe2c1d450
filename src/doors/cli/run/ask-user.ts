import type { Readable, Writable } from 'node:stream';
import type { AgentOptions } from '../../../agent/options.js';
import { HandrailError } from '../../../core/errors.js';
import { cleanText } from '../../../perception/quote-text.js';
import { formatProposal } from '../../replies/proposal-text.js';
import type { RunView } from './run-view.js';

export interface Terminal {
  input: Readable;
  output: Writable;
}

/** The terminal on which the user can be asked, if there is one. With `isJson`, standard output carries the events. */
export function findTerminal(isJson: boolean): Terminal | undefined {
  const { stdin, stdout, stderr } = process;
  if (!stdin.isTTY) return undefined;
  if (stdout.isTTY && !isJson) return { input: stdin, output: stdout };
  return stderr.isTTY ? { input: stdin, output: stderr } : undefined;
}

/** Asks the user at the terminal. Ctrl+C at a question interrupts the run. */
export function askUser(
  terminal: Terminal,
  view: RunView,
  interrupt: () => void,
): Required<Pick<AgentOptions, 'approve' | 'ask'>> {
  return {
    approve: (proposal, signal) =>
      view.pauseWhile(async () => {
        const { confirm, isCancel } = await import('@clack/prompts');
        const message = `Allow this?\n${formatProposal(proposal)}`;
        const answer = await confirm({ ...terminal, message, initialValue: false, signal });
        if (!isCancel(answer)) return answer;
        if (!signal.aborted) interrupt();
        return false;
      }),
    ask: (question, signal) =>
      view.pauseWhile(async () => {
        const { text, isCancel } = await import('@clack/prompts');
        const answer = await text({ ...terminal, message: cleanText(question, 1_000), signal });
        if (!isCancel(answer)) return answer;
        if (!signal.aborted) interrupt();
        throw new HandrailError(
          'user_unavailable',
          'The user did not answer the question.',
          'Continue with what you know, or call fail and name what is missing.',
        );
      }),
  };
}
