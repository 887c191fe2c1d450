import type { Readable, Writable } from 'node:stream';
import type { AgentOptions } from '../../../agent/options.js';
import { HandrailError } from '../../../core/errors.js';
import { cleanText } from '../../../perception/quote-text.js';
import type { ApprovalReply, ApprovalRequest } from '../../../rails/approval.js';
import { withPictureFile } from '../../replies/approval-picture.js';
import { answerLabels, formatRequest } from '../../replies/approval-text.js';
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
    approve: (request, signal) =>
      view.pauseWhile(() =>
        withPictureFile(request, (picture) => askApproval(terminal, { request, picture, signal, interrupt })),
      ),
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

interface Question {
  request: ApprovalRequest;
  picture: string | undefined;
  signal: AbortSignal;
  interrupt(): void;
}

/** The keys of the answers. */
const answerOf: Readonly<Record<string, ApprovalReply['answer']>> = { y: 'once', r: 'run' };

async function askApproval(
  terminal: Terminal,
  { request, picture, signal, interrupt }: Question,
): Promise<ApprovalReply> {
  const { selectKey, text, isCancel } = await import('@clack/prompts');
  const key = await selectKey({
    ...terminal,
    message: `Allow this?\n${formatRequest(request, picture)}`,
    options: [
      { value: 'y', label: answerLabels.once },
      { value: 'r', label: answerLabels.run },
      { value: 'n', label: answerLabels.no },
      { value: 'm', label: 'No, with a message to the model' },
    ],
    signal,
  });
  if (isCancel(key)) {
    if (!signal.aborted) interrupt();
    return { answer: 'no' };
  }
  if (key !== 'm') return { answer: answerOf[key] ?? 'no' };
  const message = await text({ ...terminal, message: 'What should the model do instead?', signal });
  return { answer: 'no', message: isCancel(message) ? undefined : message };
}
