import type { ModelInput } from '../contract.js';
import type { Intent, ScreenPoint } from '../intent.js';

/** A function call as a Gemini model makes it. */
export interface GoogleCall {
  name: string;
  args: Record<string, unknown>;
}

const currentNames =
  'click double_click triple_click middle_click right_click mouse_down mouse_up move type drag_and_drop wait press_key key_down key_up hotkey take_screenshot scroll go_back go_forward navigate open_app list_apps long_press'.split(
    ' ',
  );
const legacyNames =
  'open_web_browser wait_5_seconds go_back go_forward search navigate click_at hover_at type_text_at key_combination scroll_document scroll_at drag_and_drop'.split(
    ' ',
  );

/** Whether a model uses the older names: Gemini 2.5 and the Gemini 3 previews. */
export function isLegacyModel(model: string): boolean {
  return model.startsWith('gemini-2.5') || model.endsWith('-preview');
}

/** The predefined functions of a model. */
export function namesOf(model: string): readonly string[] {
  return isLegacyModel(model) ? legacyNames : currentNames;
}

/** The function calls of a model for an intent. Throws if the model cannot do it. */
export function googleCalls(intent: Intent, modelInput: ModelInput, model: string): GoogleCall[] {
  if (intent.do === 'type' && intent.at && !isLegacyModel(model)) {
    const { at, ...typing } = intent;
    const clearing: Intent[] = intent.clear ? [{ do: 'key', keys: 'Control+A' }] : [];
    const steps: Intent[] = [{ do: 'click', at }, ...clearing, typing];
    return steps.flatMap((step) => googleCalls(step, modelInput, model));
  }
  const call = predefinedCall(intent, modelInput, model);
  const { name, args } = call ?? ownFunction(intent, modelInput.tools) ?? unsupported(intent, model);
  const safety = 'safety' in intent ? intent.safety : undefined;
  const decision = { decision: 'require_confirmation', explanation: safety };
  return [{ name, args: safety === undefined ? args : { ...args, safety_decision: decision } }];
}

function predefinedCall(intent: Intent, modelInput: ModelInput, model: string): GoogleCall | undefined {
  if (isLegacyModel(model)) return legacyCall(intent, modelInput) ?? navigationCall(intent);
  const call = currentCall(intent) ?? navigationCall(intent);
  return call && made(call.name, { ...call.args, intent: `to ${intent.do}` });
}

function made(name: string, args: Record<string, unknown> = {}): GoogleCall {
  return { name, args };
}

function navigationCall(intent: Intent): GoogleCall | undefined {
  if (intent.do === 'navigate') return made('navigate', { url: intent.url });
  return intent.do === 'back' ? made('go_back') : undefined;
}

function currentCall(intent: Intent): GoogleCall | undefined {
  switch (intent.do) {
    case 'click': {
      const { button = 'left', count = 1 } = intent;
      const names = { 1: 'click', 2: 'double_click', 3: 'triple_click' } as const;
      return made(button === 'left' ? names[count] : `${button}_click`, point(intent.at));
    }
    case 'type':
      return made('type', { text: intent.text, press_enter: intent.enter ?? false });
    case 'key':
      return intent.keys.includes('+')
        ? made('hotkey', { keys: intent.keys.split('+') })
        : made('press_key', { key: intent.keys });
    case 'scroll':
      return made('scroll', {
        ...point(intent.at),
        direction: intent.direction,
        magnitude_in_pixels: Math.min(999, intent.pixels),
      });
    case 'drag': {
      const [from, to] = [point(intent.from), point(intent.to)];
      return made('drag_and_drop', { start_x: from.x, start_y: from.y, end_x: to.x, end_y: to.y });
    }
    case 'move':
      return made('move', point(intent.at));
    case 'wait':
      return made('wait', { seconds: intent.seconds });
    case 'screenshot':
      return made('take_screenshot');
    default:
      return undefined;
  }
}

function legacyCall(intent: Intent, { pictures }: ModelInput): GoogleCall | undefined {
  switch (intent.do) {
    case 'click':
      return (intent.button ?? 'left') === 'left' && (intent.count ?? 1) === 1
        ? made('click_at', point(intent.at))
        : undefined;
    case 'type':
      return intent.at
        ? made('type_text_at', {
            ...point(intent.at),
            text: intent.text,
            press_enter: intent.enter ?? false,
            clear_before_typing: intent.clear ?? true,
          })
        : undefined;
    case 'key':
      return made('key_combination', { keys: intent.keys });
    case 'scroll': {
      const shown = pictures.at(-1);
      const across = intent.direction === 'left' || intent.direction === 'right';
      const length = (across ? shown?.width : shown?.height) || 1_000;
      const magnitude = Math.min(999, Math.round((intent.pixels / length) * 1_000));
      return made('scroll_at', { ...point(intent.at), direction: intent.direction, magnitude });
    }
    case 'drag': {
      const to = point(intent.to);
      return made('drag_and_drop', { ...point(intent.from), destination_x: to.x, destination_y: to.y });
    }
    case 'move':
      return made('hover_at', point(intent.at));
    case 'wait':
      return made('wait_5_seconds');
    case 'screenshot':
      return made('open_web_browser');
    default:
      return undefined;
  }
}

/** A call of a function that the caller declared. */
function ownFunction(intent: Intent, tools: readonly string[]): GoogleCall | undefined {
  const declared = (name: string, args: Record<string, unknown>): GoogleCall | undefined =>
    tools.includes(name) ? { name, args } : undefined;
  switch (intent.do) {
    case 'tool':
      return { name: intent.name, args: intent.input };
    case 'ask':
      return declared('ask_user', { question: intent.question });
    case 'remember':
      return declared('remember', { key: 'fact', value: intent.fact });
    case 'fail':
      return declared('fail', { reason: intent.reason });
    default:
      return undefined;
  }
}

function point({ x, y }: ScreenPoint): { x: number; y: number } {
  const on = (share: number): number => Math.min(999, Math.max(0, Math.round(share * 1_000)));
  return { x: on(x), y: on(y) };
}

function unsupported(intent: Intent, model: string): never {
  throw new Error(`${model} cannot do ${JSON.stringify(intent)}.`);
}

/** Roughly Google's own token counts of a request and its reply. */
export function countTokens(
  characters: number,
  pictures: number,
): { text: number; image: number; cached: number; output: number; thoughts: number } {
  const text = Math.ceil(characters / 4);
  return { text, image: pictures * 258, cached: Math.floor(text / 2), output: 40, thoughts: 12 };
}
