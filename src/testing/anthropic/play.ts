import type { ModelInput } from '../contract.js';
import type { Intent, ScreenPoint } from '../intent.js';
import type { Block } from './messages.js';
import type { AnthropicState } from './state.js';
import type { Fields } from './tools.js';

/** The tool with which the simulated model acts: a toolset, or the single tool of an earlier version. */
interface ScreenTool {
  kind: 'computer' | 'browser' | 'legacy';
  type: string;
  zoom: boolean;
  /** The size that coordinates refer to. */
  width: number;
  height: number;
}

type Request = { member: string; input: Fields } | { function: string; input: Fields };

/** A whole message in which the model does this. */
export function playMessage(
  intents: readonly Intent[],
  modelInput: ModelInput,
  state: AnthropicState,
): Fields & { content: Block[] } {
  const { head, used, dropped = [] } = state.request ?? {};
  const tool = screenToolOf(modelInput, state);
  const refused = intents.find((intent) => intent.do === 'refuse');
  const done = intents.find((intent) => intent.do === 'done');
  state.count += 1;
  const uses = refused
    ? []
    : intents
        .flatMap((intent) => requestsFor(intent, tool))
        .map((request, at) => use(request, tool, `toolu_${state.count}_${at}`));
  const thinking = head?.model.thinks && !refused ? [thought(state.count)] : [];
  const content: Block[] = [...thinking, ...(done ? [{ type: 'text', text: done.answer }] : []), ...uses];
  return {
    id: `msg_${state.count}`,
    type: 'message',
    role: 'assistant',
    model: head?.body.model,
    content,
    stop_reason: refused ? 'refusal' : uses.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    ...(refused ? { stop_details: { type: 'refusal', category: 'general_harms', explanation: refused.reason } } : {}),
    ...(dropped.length > 0 ? { input_transformations: dropped } : {}),
    usage: { ...used, output_tokens: 40 + 50 * uses.length },
  };
}

function thought(count: number): Block {
  return { type: 'thinking', thinking: `Thought ${count}.`, signature: `signature-${count}` };
}

function use(request: Request, tool: ScreenTool, id: string): Block {
  const caller = { type: 'direct' };
  if ('function' in request) return { type: 'tool_use', id, name: request.function, input: request.input, caller };
  const { member, input } = request;
  if (tool.kind === 'legacy')
    return { type: 'tool_use', id, name: 'computer', input: { action: member, ...input }, caller };
  return { type: 'tool_use', id, name: member, toolset_name: tool.kind, input, caller };
}

function screenToolOf({ pictures }: ModelInput, { request, defaultTool }: AnthropicState): ScreenTool {
  const { type, zoom, ...declared } = request?.head.declared.screen[0] ?? defaultTool;
  const shown = pictures.at(-1) ?? { width: 1, height: 1 };
  const { width, height } = declared.width > 0 ? declared : shown;
  if (!type.includes('toolset')) return { kind: 'legacy', type, zoom, width, height };
  return { kind: type.startsWith('browser') ? 'browser' : 'computer', type, zoom, width, height };
}

function requestsFor(intent: Intent, tool: ScreenTool): Request[] {
  const member = (name: string, input: Fields = {}): Request => ({ member: name, input });
  const pixel = ({ x, y }: ScreenPoint): [number, number] => [
    Math.min(tool.width - 1, Math.floor(x * tool.width)),
    Math.min(tool.height - 1, Math.floor(y * tool.height)),
  ];
  const isBrowser = tool.kind === 'browser';
  const at = (point: ScreenPoint, field = isBrowser ? 'target' : 'coordinate'): Fields => {
    const [x, y] = pixel(point);
    return { [field]: isBrowser ? { type: 'coordinate', x, y } : [x, y] };
  };
  switch (intent.do) {
    case 'click':
      return [member(clickName(intent), at(intent.at))];
    case 'type':
      return [
        ...(intent.at ? [member('left_click', at(intent.at))] : []),
        ...(intent.clear ? [member('key', { text: 'ctrl+a' })] : []),
        member('type', { text: intent.text }),
        ...(intent.enter ? [member('key', { text: 'Return' })] : []),
      ];
    case 'key':
      return [member('key', { text: intent.keys })];
    case 'scroll': {
      const amount = Math.max(1, Math.round(intent.pixels / 100));
      return [member('scroll', { scroll_direction: intent.direction, scroll_amount: amount, ...at(intent.at) })];
    }
    case 'drag':
      return [
        member('left_click_drag', { ...at(intent.from, isBrowser ? 'from' : 'start_coordinate'), ...at(intent.to) }),
      ];
    case 'move':
      return [member('mouse_move', at(intent.at))];
    case 'wait':
      return [member('wait', { duration: intent.seconds })];
    case 'screenshot':
      return [member('screenshot')];
    case 'zoom':
      if (!tool.zoom) throw new Error(`${tool.type} has no zoom.`);
      return [member('zoom', { region: [...pixel(intent.from), ...pixel(intent.to)] })];
    default:
      return functionRequests(intent, isBrowser);
  }
}

/** Intents without coordinates: functions of the caller, or members of the browser toolset. */
function functionRequests(intent: Intent, isBrowser: boolean): Request[] {
  switch (intent.do) {
    case 'navigate':
      return [
        isBrowser
          ? { member: 'navigate', input: { url: intent.url } }
          : { function: 'goto', input: { url: intent.url } },
      ];
    case 'back':
      return [isBrowser ? { member: 'navigate', input: { url: 'back' } } : { function: 'back', input: {} }];
    case 'tool':
      return [{ function: intent.name, input: intent.input }];
    case 'remember':
      return [{ function: 'remember', input: { key: 'fact', value: intent.fact } }];
    case 'ask':
      return [{ function: 'ask_user', input: { question: intent.question } }];
    case 'fail':
      return [{ function: 'fail', input: { reason: intent.reason } }];
    default:
      return [];
  }
}

function clickName({ button = 'left', count = 1 }: Extract<Intent, { do: 'click' }>): string {
  if (count === 3) return 'triple_click';
  return count === 2 ? 'double_click' : `${button}_click`;
}
