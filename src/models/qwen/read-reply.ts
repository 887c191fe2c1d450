import type { CoordinateSpace } from '../../core/coordinate-space.js';
import { isRecord } from '../../core/is-record.js';
import { convertAction } from '../adapter/action-request.js';
import { toCalls, unknownCall, visibleTools } from '../adapter/calls.js';
import { latestSnapshot } from '../adapter/coordinates.js';
import { routeToModal } from '../adapter/modal.js';
import type { Call, Reply, Turn } from '../model.js';
import { type QwenContext, qwenActionTable } from './actions.js';
import { inferValue, parseQwen, type WrittenCall } from './parse.js';
import { qwenActions } from './prompt.js';

const callForm = 'Write <tool_call>{"name": …, "arguments": {…}}</tool_call>.';
const cutMessage = 'The call was cut off and is incomplete, so it was not executed.';
const cutHint = 'Write less before the call, and write the whole call again.';

/** Reads a reply. `isCut`: the server reports that it was cut off, so the last call is not executed. Never throws. */
export function readQwen(reply: string, space: CoordinateSpace, turn: Turn, isCut: boolean): Reply {
  const { thought, text: prose, calls: parsed } = parseQwen(reply);
  const written = parsed.map(
    (call, index): WrittenCall => (isCut && index === parsed.length - 1 ? { source: call.source, cut: true } : call),
  );
  const reasoning = [thought, prose].filter(Boolean).join('\n') || undefined;
  const unreadable = (problem: string): Reply => ({
    raw: reply,
    thought: reasoning,
    calls: [],
    unreadable: `${problem} ${callForm}`,
  });
  if (written.length === 0) {
    if (/<\/?tool_call>/i.test(reply)) return unreadable('The call is empty.');
    if (prose) return { raw: reply, calls: [], text: prose, thought: thought || undefined };
    return unreadable('There is no call.');
  }
  if (!written.some((call) => 'name' in call))
    return unreadable(written.some((call) => 'cut' in call) ? `${cutMessage} ${cutHint}` : 'The call is not JSON.');
  const snapshot = latestSnapshot(turn);
  const calls: Call[] = [];
  for (const [index, call] of written.entries()) {
    const context = { id: `call_${index + 1}`, space, snapshot, turn, earlier: calls, prose: prose || thought };
    calls.push(...readCall(call, context));
  }
  return { raw: reply, thought: reasoning, calls: routeToModal(calls, snapshot.modal) };
}

function readCall(written: WrittenCall, context: QwenContext): Call[] {
  const { id, turn } = context;
  if (!('name' in written)) {
    const message = written.cut ? cutMessage : 'This call could not be read.';
    const hint = written.cut ? cutHint : callForm;
    return [{ id, name: 'computer_use', fault: { code: 'invalid_input', message, hint } }];
  }
  const { name, input } = written;
  const isComputer = name === 'computer_use' || name === 'computer';
  const tool = isComputer ? undefined : turn.tools.find((one) => one.name === name);
  if (tool) return [{ id, tool: name, input: inferTypes(input, tool.parameters) }];
  return toCalls(id, name, () => {
    if (isComputer) return convertAction(qwenActionTable, String(input.action ?? ''), input, context, qwenActions);
    if (qwenActions.includes(name)) return convertAction(qwenActionTable, name, input, context, qwenActions);
    throw unknownCall(name, ['computer_use', ...visibleTools(turn).map((one) => one.name)]);
  });
}

/** XML has only text: converts each value that the tool does not expect as text. */
function inferTypes(input: Record<string, unknown>, { properties }: Record<string, unknown>): Record<string, unknown> {
  const known = isRecord(properties) ? properties : {};
  const entries = Object.entries(input).map(([name, value]) => {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined;
    return [name, isRecord(schema) && schema.type === 'string' ? value : inferValue(value)];
  });
  return Object.fromEntries(entries);
}
