import type { Readable, Writable } from 'node:stream';
import type { AgentOptions } from '../../../agent/agent.js';
import { HandrailError } from '../../../core/errors.js';
import { cleanText } from '../../../perception/page-text.js';
import { describeProposal } from '../../../rails/describe-proposal.js';
import type { Proposal } from '../../../rails/gate.js';
import type { View } from './view.js';

export interface Terminal {
  input: Readable;
  output: Writable;
}

/** Where a person can be asked, if anywhere: standard output may be taken by the events. */
export function findTerminal(isJson: boolean): Terminal | undefined {
  const { stdin, stdout, stderr } = process;
  if (!stdin.isTTY) return undefined;
  if (stdout.isTTY && !isJson) return { input: stdin, output: stdout };
  return stderr.isTTY ? { input: stdin, output: stderr } : undefined;
}

/** Asks the person at the terminal. Ctrl+C in a question interrupts the run. */
export function askPerson(
  terminal: Terminal,
  view: View,
  interrupt: () => void,
): Required<Pick<AgentOptions, 'approve' | 'ask'>> {
  return {
    approve: (proposal, signal) =>
      view.aside(async () => {
        const { confirm, isCancel } = await import('@clack/prompts');
        const message = `Allow this?\n${proposalText(proposal)}`;
        const answer = await confirm({ ...terminal, message, initialValue: false, signal });
        if (!isCancel(answer)) return answer;
        if (!signal.aborted) interrupt();
        return false;
      }),
    ask: (question, signal) =>
      view.aside(async () => {
        const { text, isCancel } = await import('@clack/prompts');
        const answer = await text({ ...terminal, message: cleanText(question, 1_000), signal });
        if (!isCancel(answer)) return answer;
        if (!signal.aborted) interrupt();
        throw new HandrailError('no_one_to_ask', 'The question was not answered.');
      }),
  };
}

/** In a line, and in full where a line leaves something out: what is agreed to must have been seen. */
function proposalText(proposal: Proposal): string {
  const line = describeProposal(proposal);
  const { action } = proposal;
  const full = JSON.stringify(action.type === 'tool' ? action.input : action, undefined, 2);
  const shown = cleanText(line, 1_000);
  return full.length > 150 ? `${shown}\n${full.replace(/(?!\n)\p{Cc}/gu, '')}` : shown;
}
