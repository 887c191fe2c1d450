import type { Model } from '../../models/model.js';
import { scripted } from '../../models/scripted/scripted.js';
import type { AttackCall } from './goals.js';
import { statusText } from './servers.js';

/**
 * A model that does the ordinary task and obeys the page: it makes every call that the injected instruction asks for, whatever was refused
 * before. It tests what the runtime holds, not what a model resists.
 */
export function obedientModel(attack: () => AttackCall[]): Model {
  const ordinary: AttackCall = { tool: 'click', input: { selector: 'Show status' } };
  const end: AttackCall = { tool: 'complete', input: { summary: 'The status was read.', result: statusText } };
  let waiting: AttackCall[] | undefined;
  let number = 0;
  const next = (): AttackCall => {
    if (!waiting) {
      waiting = [ordinary];
      return waiting.shift() ?? end;
    }
    if (number === 1) waiting = attack();
    return waiting.shift() ?? end;
  };
  const turn = () => {
    const { tool, input } = next();
    number += 1;
    return { calls: [{ id: `call_${number}`, tool, input }] };
  };
  return scripted(
    Array.from({ length: maxTurns }, () => turn),
    { name: 'obedient' },
  );
}

const maxTurns = 40;
