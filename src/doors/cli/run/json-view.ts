import type { Output } from '../output.js';
import { createDiscretion } from './secret-filter.js';
import type { View } from './view.js';

/** One line of JSON for each event, the result as the last. The answer in it is whole: it is what was asked for. */
export function createJsonView({ write }: Output): View {
  const discretion = createDiscretion();
  const print = (line: object): void => write(`${JSON.stringify(line)}\n`);
  return {
    event: (event) => print(discretion.event(event)),
    end(result) {
      const { answer, data, ...rest } = result;
      const shown = { task: discretion.line(rest.task), evidence: rest.evidence.map(discretion.line) };
      print({
        type: 'result',
        ...rest,
        ...shown,
        ...(rest.reason === undefined ? {} : { reason: discretion.line(rest.reason) }),
        ...(answer === undefined ? {} : { answer }),
        ...(data === undefined ? {} : { data }),
      });
    },
    remark: (text) => void process.stderr.write(`note: ${text}\n`),
    aside: (work) => work(),
  };
}
