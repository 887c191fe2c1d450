import type { ModelInput } from '../contract.js';
import type { Intent, ScreenPoint } from '../intent.js';

/** What the simulated model knows about the screen beside its input: the coordinates and the UI map. */
export interface ChatScreen {
  grid: boolean;
  /** The size of the screen, if there is no picture. */
  size: { width: number; height: number };
  map: string;
}

export interface PlayedCall {
  name: string;
  input: Record<string, unknown>;
}

/** An intent as calls of the functions in the request. */
export function playCalls(intent: Intent, modelInput: ModelInput, screen: ChatScreen): PlayedCall[] {
  const at = (point: ScreenPoint): string => selectorFor(point, modelInput, screen);
  const call = (name: string, input: Record<string, unknown> = {}): PlayedCall[] => [{ name, input }];
  switch (intent.do) {
    case 'click':
      if (intent.button === 'right') return call('right_click', { selector: at(intent.at) });
      if (intent.count === 2) return call('double_click', { selector: at(intent.at) });
      return call('click', { selector: at(intent.at), ...(intent.button ? { button: intent.button } : {}) });
    case 'type':
      return call('type', {
        text: intent.text,
        ...(intent.at ? { selector: at(intent.at) } : {}),
        ...(intent.clear ? { clear: true } : {}),
        ...(intent.enter ? { submit: true } : {}),
      });
    case 'key':
      return call('press_key', { key: intent.keys });
    case 'scroll':
      return call('scroll', { direction: intent.direction, amount: intent.pixels, selector: at(intent.at) });
    case 'drag':
      return call('drag', { source: at(intent.from), target: at(intent.to) });
    case 'move':
      return call('hover', { selector: at(intent.at) });
    case 'wait':
      return call('wait', { seconds: intent.seconds });
    case 'screenshot':
      return call(modelInput.tools.includes('screenshot') ? 'screenshot' : 'observe');
    case 'navigate':
      return call('goto', { url: intent.url });
    case 'back':
      return call('back');
    case 'tool':
      return call(intent.name, intent.input);
    case 'remember':
      return call('remember', { key: 'fact', value: intent.fact });
    case 'ask':
      return call('ask_user', { question: intent.question });
    case 'done':
      return call('complete', { summary: intent.answer });
    case 'fail':
      return call('fail', { reason: intent.reason });
    default:
      throw new Error(`A model that calls tools cannot ${intent.do}.`);
  }
}

/** The element's id if there is no picture; otherwise "x,y". */
function selectorFor({ x, y, name }: ScreenPoint, { pictures }: ModelInput, { grid, size, map }: ChatScreen): string {
  const picture = pictures.at(-1);
  const id = picture || name === undefined ? undefined : idOf(name, map);
  if (id !== undefined) return id;
  const { width, height } = picture ?? size;
  const across = grid ? Math.round(x * 1_000) : Math.min(width - 1, Math.floor(x * width));
  const down = grid ? Math.round(y * 1_000) : Math.min(height - 1, Math.floor(y * height));
  return `${across},${down}`;
}

/** The id in the first line of the map with this name. */
function idOf(name: string, map: string): string | undefined {
  const quoted = JSON.stringify(name);
  const line = map.split('\n').find((one) => one.includes(quoted));
  const before = line?.slice(0, line.indexOf(quoted));
  return before?.match(/el_\d+/g)?.at(-1);
}
