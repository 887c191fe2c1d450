import type { Told } from '../contract.js';
import type { Intent, Place } from '../intent.js';
import type { AnthropicMemory } from './memory.js';
import type { Block } from './messages.js';
import type { Fields } from './tools.js';

/** How the played model says what it wants: by a toolset, by the one tool of an earlier version, or with functions. */
interface Voice {
  kind: 'computer' | 'browser' | 'legacy';
  type: string;
  zoom: boolean;
  /** The size that places are counted in. */
  width: number;
  height: number;
}

type Asked = { member: string; input: Fields } | { function: string; input: Fields };

/** A whole message in which the model asks for this. */
export function playMessage(
  intents: readonly Intent[],
  told: Told,
  memory: AnthropicMemory,
): Fields & { content: Block[] } {
  const { head, used, dropped = [] } = memory.now ?? {};
  const voice = voiceOf(told, memory);
  const refused = intents.find((intent) => intent.do === 'refuse');
  const done = intents.find((intent) => intent.do === 'done');
  memory.count += 1;
  const uses = refused
    ? []
    : intents
        .flatMap((intent) => asksFor(intent, voice))
        .map((asked, at) => use(asked, voice, `toolu_${memory.count}_${at}`));
  const thinking = head?.model.thinks && !refused ? [thought(memory.count)] : [];
  const content: Block[] = [...thinking, ...(done ? [{ type: 'text', text: done.answer }] : []), ...uses];
  return {
    id: `msg_${memory.count}`,
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

function use(asked: Asked, voice: Voice, id: string): Block {
  const caller = { type: 'direct' };
  if ('function' in asked) return { type: 'tool_use', id, name: asked.function, input: asked.input, caller };
  const { member, input } = asked;
  if (voice.kind === 'legacy')
    return { type: 'tool_use', id, name: 'computer', input: { action: member, ...input }, caller };
  return { type: 'tool_use', id, name: member, toolset_name: voice.kind, input, caller };
}

function voiceOf({ pictures }: Told, { now, usual }: AnthropicMemory): Voice {
  const { type, zoom, ...declared } = now?.head.declared.screen[0] ?? usual;
  const shown = pictures.at(-1) ?? { width: 1, height: 1 };
  const { width, height } = declared.width > 0 ? declared : shown;
  if (!type.includes('toolset')) return { kind: 'legacy', type, zoom, width, height };
  return { kind: type.startsWith('browser') ? 'browser' : 'computer', type, zoom, width, height };
}

function asksFor(intent: Intent, voice: Voice): Asked[] {
  const member = (name: string, input: Fields = {}): Asked => ({ member: name, input });
  const pixel = ({ x, y }: Place): [number, number] => [
    Math.min(voice.width - 1, Math.floor(x * voice.width)),
    Math.min(voice.height - 1, Math.floor(y * voice.height)),
  ];
  const isBrowser = voice.kind === 'browser';
  const at = (place: Place, field = isBrowser ? 'target' : 'coordinate'): Fields => {
    const [x, y] = pixel(place);
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
      if (!voice.zoom) throw new Error(`${voice.type} has no zoom.`);
      return [member('zoom', { region: [...pixel(intent.from), ...pixel(intent.to)] })];
    default:
      return besides(intent, isBrowser);
  }
}

/** What is no matter of pointing: functions of the user, or of the browser toolset. */
function besides(intent: Intent, isBrowser: boolean): Asked[] {
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
