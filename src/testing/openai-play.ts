import type { Told } from './contract.js';
import type { Intent, Place } from './intent.js';
import type { Item } from './openai-rules.js';

/** What one intent is in the provider's words. */
export type Played =
  | { actions: Item[]; safety?: string }
  | { call: string; input: Record<string, unknown> }
  | { item: Item };

/** How a model of this provider asks for something. Throws where it has no words for it. */
export function play(intent: Intent, { pictures, tools }: Pick<Told, 'pictures' | 'tools'>): Played {
  const shown = pictures.at(-1);
  const at = ({ x, y }: Place): { x: number; y: number } => ({
    x: Math.min((shown?.width ?? 1) - 1, Math.floor(x * (shown?.width ?? 1))),
    y: Math.min((shown?.height ?? 1) - 1, Math.floor(y * (shown?.height ?? 1))),
  });
  const safety = 'safety' in intent && intent.safety ? { safety: intent.safety } : {};
  const tool = (names: readonly string[], input: Record<string, unknown>): Played => {
    const name = names.find((one) => tools.includes(one));
    if (name === undefined) throw new Error(`The model was told of no ${names.join(' or ')}.`);
    return { call: name, input };
  };
  switch (intent.do) {
    case 'click': {
      const { count = 1, button = 'left' } = intent;
      const click = { type: 'click', button: button === 'middle' ? 'wheel' : button, ...at(intent.at) };
      const double = { type: 'double_click', ...at(intent.at), keys: null };
      return { actions: count === 1 ? [click] : count === 2 ? [double] : [double, click], ...safety };
    }
    case 'type': {
      const click = intent.at ? [{ type: 'click', button: 'left', ...at(intent.at) }] : [];
      const clear = intent.clear ? [keypress('CTRL', 'A')] : [];
      const enter = intent.enter ? [keypress('ENTER')] : [];
      return { actions: [...click, ...clear, { type: 'type', text: intent.text }, ...enter], ...safety };
    }
    case 'key':
      return { actions: [keypress(...intent.keys.split('+').map((key) => key.toUpperCase()))], ...safety };
    case 'scroll': {
      const by = intent.direction === 'up' || intent.direction === 'left' ? -intent.pixels : intent.pixels;
      const isDown = intent.direction === 'up' || intent.direction === 'down';
      return { actions: [{ type: 'scroll', ...at(intent.at), scroll_x: isDown ? 0 : by, scroll_y: isDown ? by : 0 }] };
    }
    case 'drag':
      return { actions: [{ type: 'drag', path: [at(intent.from), at(intent.to)] }] };
    case 'move':
      return { actions: [{ type: 'move', ...at(intent.at) }] };
    case 'wait':
      return { actions: [{ type: 'wait' }] };
    case 'screenshot':
      return { actions: [{ type: 'screenshot' }] };
    case 'back':
      return { actions: [{ type: 'click', button: 'back', x: 1, y: 1 }] };
    case 'navigate':
      return tool(['goto', 'navigate'], { url: intent.url });
    case 'remember':
      return tool(['remember'], { key: `fact ${intent.fact.slice(0, 20)}`, value: intent.fact });
    case 'ask':
      return tool(['ask_user'], { question: intent.question });
    case 'tool':
      return { call: intent.name, input: intent.input };
    case 'fail':
      return { call: 'fail', input: { reason: intent.reason } };
    case 'done':
      return { item: message({ type: 'output_text', text: intent.answer, annotations: [] }) };
    case 'refuse':
      return { item: message({ type: 'refusal', refusal: intent.reason }) };
    default:
      throw new Error(`A model of this provider cannot ${intent.do}.`);
  }
}

function keypress(...keys: string[]): Item {
  return { type: 'keypress', keys };
}

function message(part: Item): Item {
  return { type: 'message', role: 'assistant', status: 'completed', content: [part] };
}
