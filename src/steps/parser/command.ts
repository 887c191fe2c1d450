import type { Step } from '../instruction.js';
import { asPhrase, asValue, isQuoted, type Masked } from './quotes.js';

const terminal =
  '(?:the\\s+|a\\s+|my\\s+|an\\s+)?(?:open\\s+)?(?:terminal|console|shell|xterm|command\\s*(?:line|prompt)|prompt)(?:\\s+(?:window|emulator))?';
const orders = '(?:run|execute|issue|enter|give|send|submit|type\\s+and\\s+run)';
const commandWord = '(?:the\\s+|this\\s+|a\\s+)?(?:(?:shell|terminal|bash|linux|following)\\s+)*command\\s*:?\\s+';
const forms = [
  new RegExp(`^${orders}\\s+${commandWord}(.+?)(?:\\s+(?:in|into|on|at|from|to)\\s+${terminal})?$`, 'iu'),
  new RegExp(`^(?:run|execute)\\s+(.+?)\\s+(?:in|on|at|from)\\s+${terminal}$`, 'iu'),
  new RegExp(
    `^(?:in|on|at|from|using|use|with)\\s+${terminal}\\s*,?\\s+(?:to\\s+)?${orders}\\s+${commandWord}(.+)$`,
    'iu',
  ),
  new RegExp(`^(?:in|on|at|from|using|use|with)\\s+${terminal}\\s*,?\\s+(?:to\\s+)?(?:run|execute)\\s+(.+)$`, 'iu'),
];

/** A command to be run: it is typed into a terminal, and Enter takes it. Works on masked text. */
export function readCommand(clause: string, masked: Masked): Step | undefined {
  const said = forms.map((form) => form.exec(clause)?.[1]).find((command) => command !== undefined);
  if (said !== undefined) return typed(asValue(masked, said));
  const plain = /^execute\s+(.+)$/iu.exec(clause)?.[1];
  if (plain === undefined || !isQuoted(masked, plain)) return undefined;
  const what = asPhrase(masked, plain);
  return { do: 'deed', verb: 'execute', what, target: `execute ${what}` };
}

function typed(text: string): Step {
  return { do: 'type', value: { is: 'text', text }, target: 'the terminal', submit: true };
}
