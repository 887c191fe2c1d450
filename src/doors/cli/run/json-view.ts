import { toTerminalJson, toTerminalText } from '../../command-line/terminal-text.js';
import type { Output } from '../output.js';
import type { RunView } from './run-view.js';
import { createSecretFilter } from './secret-filter.js';

/** Prints one line of JSON per event and the result as the last line. Secrets are redacted everywhere but in the answer. */
export function createJsonView({ write }: Output): RunView {
  const { redactEvent, redactText } = createSecretFilter();
  const print = (line: object): void => write(`${toTerminalJson(JSON.stringify(line))}\n`);
  return {
    onEvent: (event) => print(redactEvent(event)),
    onEnd: (result) =>
      print({
        type: 'result',
        ...result,
        task: redactText(result.task),
        evidence: result.evidence.map(redactText),
        reason: result.reason && redactText(result.reason),
      }),
    printNote: (text) => void process.stderr.write(`note: ${toTerminalText(text)}\n`),
    pauseWhile: (work) => work(),
  };
}
