import type { CoordinateSpace } from '../../core/coordinate-space.js';
import { toCalls } from '../adapter/calls.js';
import { latestSnapshot } from '../adapter/coordinates.js';
import { routeToModal } from '../adapter/modal.js';
import type { Call, Reply, Turn } from '../model.js';
import { convertUiTarsAction } from './actions.js';
import { parseUiTars } from './parse.js';

const cutFault = {
  code: 'invalid_input',
  message: 'The action was cut off and is incomplete, so it was not executed.',
  hint: 'Think less before the action, and write the whole action again.',
} as const;

/** Reads a reply. `isCut`: the server reports that it was cut off. Never throws. */
export function readUiTars(text: string, space: CoordinateSpace, turn: Turn, isCut: boolean): Reply {
  const { thought, calls: written, isImagining } = parseUiTars(text);
  const snapshot = latestSnapshot(turn);
  const calls: Call[] = [];
  for (const [index, call] of written.entries()) {
    const id = `action_${index + 1}`;
    const isIncomplete = call.cut || (isCut && !isImagining && index === written.length - 1);
    if (isIncomplete) calls.push({ id, name: call.verb.slice(0, 60), fault: cutFault });
    else
      calls.push(
        ...toCalls(id, call.verb, () =>
          convertUiTarsAction(call, { id, space, snapshot, thought, turn, earlier: calls }),
        ),
      );
  }
  const reply = { thought: thought || undefined, raw: text };
  if (calls.length > 0) return { ...reply, calls: routeToModal(calls, snapshot.modal) };
  const problem = isCut ? 'The reply was cut off before its action. Write less.' : 'There is no action in the reply.';
  return { ...reply, calls: [], unreadable: `${problem} End with a line "Action: name(...)".` };
}
