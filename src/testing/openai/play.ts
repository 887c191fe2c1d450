import type { ModelInput } from '../contract.js';
import type { Intent, ScreenPoint } from '../intent.js';
import type { Item } from './rules.js';

/** One intent as actions on the screen, a function call, or a message. */
type Played = { actions: Item[]; safety: string[] } | { call: string; input: Record<string, unknown> } | { item: Item };

export interface ResponseForm {
  isPreview: boolean;
  /** Reasoning is encrypted, for a client that sends it back. */
  isSealed: boolean;
  /** A new number. */
  number(): number;
}

/** The output items for these intents. Throws if the model cannot do one. */
export function playResponse(
  intents: readonly Intent[],
  modelInput: Pick<ModelInput, 'pictures' | 'tools'>,
  { isPreview, isSealed, number }: ResponseForm,
): Item[] {
  const played = intents.map((intent): Played => {
    // Beside calls a message would be a comment, so the model calls `complete`.
    if (intent.do === 'done' && intents.length > 1) return { call: 'complete', input: { summary: intent.answer } };
    return play(intent, modelInput);
  });
  const at = number();
  const thought = { id: `rs_${at}`, type: 'reasoning', summary: [] };
  const calls = (isPreview ? splitActions(played) : groupActions(played)).map((one): Item => {
    const own = number();
    if ('item' in one) return { id: `msg_${own}`, ...one.item, ...(isPreview ? {} : { phase: 'final_answer' }) };
    const call = { call_id: `call_${own}`, status: 'completed' };
    if ('call' in one)
      return { id: `fc_${own}`, type: 'function_call', ...call, name: one.call, arguments: JSON.stringify(one.input) };
    const checks = one.safety.map((message) => ({ id: `cu_sc_${number()}`, code: 'malicious_instructions', message }));
    // The provider's own examples include or omit an empty list.
    const pending = isPreview || checks.length > 0 || own % 2 === 0 ? { pending_safety_checks: checks } : {};
    const actions = isPreview ? { action: one.actions[0] } : { actions: one.actions };
    return { id: `cc_${own}`, type: 'computer_call', ...call, ...pending, ...actions };
  });
  return [isSealed ? { ...thought, encrypted_content: `sealed-${at}` } : thought, ...calls];
}

/** Groups consecutive actions on the screen into one call. */
function groupActions(played: readonly Played[]): Played[] {
  const groups: Played[] = [];
  for (const one of played) {
    const last = groups.at(-1);
    if (last && 'actions' in last && 'actions' in one) {
      groups.pop();
      groups.push({ actions: [...last.actions, ...one.actions], safety: [...last.safety, ...one.safety] });
    } else groups.push(one);
  }
  return groups;
}

/** One call for each action, as the preview does. */
function splitActions(played: readonly Played[]): Played[] {
  return played.flatMap((one): Played[] =>
    'actions' in one
      ? one.actions.map((action, index) => ({ actions: [action], safety: index === 0 ? one.safety : [] }))
      : [one],
  );
}

function play(intent: Intent, { pictures, tools }: Pick<ModelInput, 'pictures' | 'tools'>): Played {
  const shown = pictures.at(-1);
  const at = ({ x, y }: ScreenPoint): { x: number; y: number } => ({
    x: Math.min((shown?.width ?? 1) - 1, Math.floor(x * (shown?.width ?? 1))),
    y: Math.min((shown?.height ?? 1) - 1, Math.floor(y * (shown?.height ?? 1))),
  });
  const safety = 'safety' in intent && intent.safety ? [intent.safety] : [];
  const act = (...actions: Item[]): Played => ({ actions, safety });
  const tool = (names: readonly string[], input: Record<string, unknown>): Played => {
    const name = names.find((one) => tools.includes(one));
    if (name === undefined) throw new Error(`The request has no function ${names.join(' or ')}.`);
    return { call: name, input };
  };
  switch (intent.do) {
    case 'click': {
      const { count = 1, button = 'left' } = intent;
      const click = { type: 'click', button: button === 'middle' ? 'wheel' : button, ...at(intent.at) };
      const double = { type: 'double_click', ...at(intent.at), keys: null };
      return act(...(count === 1 ? [click] : count === 2 ? [double] : [double, click]));
    }
    case 'type': {
      const click = intent.at ? [{ type: 'click', button: 'left', ...at(intent.at) }] : [];
      const clear = intent.clear ? [keypress('CTRL', 'A')] : [];
      const enter = intent.enter ? [keypress('ENTER')] : [];
      return act(...click, ...clear, { type: 'type', text: intent.text }, ...enter);
    }
    case 'key':
      return act(keypress(...intent.keys.split('+').map((key) => key.toUpperCase())));
    case 'scroll': {
      const by = intent.direction === 'up' || intent.direction === 'left' ? -intent.pixels : intent.pixels;
      const isDown = intent.direction === 'up' || intent.direction === 'down';
      return act({ type: 'scroll', ...at(intent.at), scroll_x: isDown ? 0 : by, scroll_y: isDown ? by : 0 });
    }
    case 'drag':
      return act({ type: 'drag', path: [at(intent.from), at(intent.to)] });
    case 'move':
      return act({ type: 'move', ...at(intent.at) });
    case 'wait':
      return act({ type: 'wait' });
    case 'screenshot':
      return act({ type: 'screenshot' });
    case 'back':
      return act({ type: 'click', button: 'back', x: 1, y: 1 });
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
      throw new Error(`A model of OpenAI cannot ${intent.do}.`);
  }
}

function keypress(...keys: string[]): Item {
  return { type: 'keypress', keys };
}

function message(part: Item): Item {
  return { type: 'message', role: 'assistant', status: 'completed', content: [part] };
}
