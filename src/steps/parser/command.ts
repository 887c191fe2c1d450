import type { Operation } from '../instruction.js';
import { asPhrase, asValue, isQuoted, type Masked } from './mask.js';

const terminal =
  '(?:the\\s+|a\\s+|my\\s+|an\\s+)?(?:open\\s+)?(?:terminal|console|shell|xterm|command\\s*(?:line|prompt)|prompt)(?:\\s+(?:window|emulator))?';
const runVerbs = '(?:run|execute|issue|enter|give|send|submit|type\\s+and\\s+run)';
const commandWord = '(?:the\\s+|this\\s+|a\\s+)?(?:(?:shell|terminal|bash|linux|following)\\s+)*command\\s*:?\\s+';
const forms = [
  new RegExp(`^${runVerbs}\\s+${commandWord}(.+?)(?:\\s+(?:in|into|on|at|from|to)\\s+${terminal})?$`, 'iu'),
  new RegExp(`^(?:run|execute)\\s+(.+?)\\s+(?:in|on|at|from)\\s+${terminal}$`, 'iu'),
  new RegExp(
    `^(?:in|on|at|from|using|use|with)\\s+${terminal}\\s*,?\\s+(?:to\\s+)?${runVerbs}\\s+${commandWord}(.+)$`,
    'iu',
  ),
  new RegExp(`^(?:in|on|at|from|using|use|with)\\s+${terminal}\\s*,?\\s+(?:to\\s+)?(?:run|execute)\\s+(.+)$`, 'iu'),
];

/** A shell command in masked text: it is typed into a terminal and confirmed with Enter. */
export function readCommand(clause: string, masked: Masked): Operation | undefined {
  const commandText = forms.map((form) => form.exec(clause)?.[1]).find((command) => command !== undefined);
  if (commandText !== undefined) return typeInTerminal(asValue(masked, commandText));
  const plain = /^execute\s+(.+)$/iu.exec(clause)?.[1];
  if (plain === undefined || !isQuoted(masked, plain)) return undefined;
  const what = asPhrase(masked, plain);
  return { kind: 'press_named_control', verb: 'execute', what, target: `execute ${what}` };
}

function typeInTerminal(text: string): Operation {
  return { kind: 'type', value: { kind: 'text', text }, target: 'the terminal', submit: true };
}
