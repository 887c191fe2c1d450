import type { SentPicture } from '../contract.js';
import type { Intent, ScreenPoint } from '../intent.js';

type Input = Record<string, unknown>;

/** The reply of a model of one version. Throws if the model cannot do an intent. */
export function writeNativeReply(
  version: '7b' | '1.5',
  intents: readonly Intent[],
  picture: Pick<SentPicture, 'width' | 'height'>,
): string {
  const thoughts = intents.map(thoughtOf).find(Boolean) ?? 'I see what to do next.';
  const calls = intents.flatMap((intent) => actionsOf(version, intent, picture));
  return [thoughts, ...calls.map(writeCall)].join('\n');
}

/** The reply in which the model stops before a step that commits the user. */
export function writeCriticalPoint(version: '7b' | '1.5', why: string): string {
  const thoughts = `Critical point: ${why} I stop here.`;
  const input =
    version === '7b' ? { action: 'terminate', status: 'success' } : askUser(`Critical point: ${why} Shall I go on?`);
  return `${thoughts}\n${writeCall({ name: 'computer_use', input })}`;
}

function askUser(question: string): Input {
  return { action: 'ask_user_question', question };
}

function writeCall({ name, input }: { name: string; input: Input }): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`;
}

function thoughtOf(intent: Intent): string {
  if (intent.do === 'done') return intent.answer;
  return intent.do === 'fail' ? intent.reason : '';
}

function actionsOf(
  version: '7b' | '1.5',
  intent: Intent,
  { width, height }: Pick<SentPicture, 'width' | 'height'>,
): { name: string; input: Input }[] {
  const use = (...inputs: Input[]) => inputs.map((input) => ({ name: 'computer_use', input }));
  const isNew = version === '1.5';
  const unsupported = (): never => {
    throw new Error(`Fara ${version} cannot do ${JSON.stringify(intent)}.`);
  };
  const point = ({ x, y }: ScreenPoint): [number, number] =>
    isNew
      ? [Math.min(1_000, Math.round(x * 1_000)), Math.min(1_000, Math.round(y * 1_000))]
      : [Math.min(width - 1, Math.floor(x * width)), Math.min(height - 1, Math.floor(y * height))];
  switch (intent.do) {
    case 'click': {
      const { button = 'left', count = 1 } = intent;
      const name = clicks[`${button} ${count}`];
      if (!name || (!isNew && name !== 'left_click')) return unsupported();
      return use({ action: name, coordinate: point(intent.at) });
    }
    case 'type': {
      const typed = {
        action: 'type',
        text: intent.text,
        press_enter: intent.enter ?? false,
        delete_existing_text: intent.clear ?? false,
      };
      if (!intent.at) return use(typed);
      const coordinate = point(intent.at);
      return isNew ? use({ action: 'left_click', coordinate }, typed) : use({ ...typed, coordinate });
    }
    case 'key':
      return use({ action: 'key', keys: intent.keys.split('+') });
    case 'scroll': {
      const isAcross = intent.direction === 'left' || intent.direction === 'right';
      if (isAcross && !isNew) return unsupported();
      const length = isNew ? (intent.pixels / (isAcross ? width : height)) * 1_000 : intent.pixels;
      const pixels = Math.round(intent.direction === 'up' || intent.direction === 'right' ? length : -length);
      const move = { action: 'mouse_move', coordinate: point(intent.at) };
      return use(move, { action: isAcross ? 'hscroll' : 'scroll', pixels });
    }
    case 'drag':
      if (!isNew) return unsupported();
      return use(
        { action: 'mouse_move', coordinate: point(intent.from) },
        { action: 'left_click_drag', coordinate: point(intent.to) },
      );
    case 'move':
      return use({ action: 'mouse_move', coordinate: point(intent.at) });
    case 'wait':
      return use({ action: 'wait', time: intent.seconds });
    case 'navigate':
      return use({ action: 'visit_url', url: intent.url });
    case 'back':
      return use({ action: 'history_back' });
    case 'tool':
      return [{ name: intent.name, input: intent.input }];
    case 'remember':
      return use({ action: 'pause_and_memorize_fact', fact: intent.fact });
    case 'ask':
      return isNew ? use(askUser(intent.question)) : unsupported();
    case 'done':
      return use(isNew ? { action: 'terminate', answer: intent.answer } : { action: 'terminate', status: 'success' });
    case 'fail':
      return isNew ? unsupported() : use({ action: 'terminate', status: 'failure' });
    default:
      return unsupported();
  }
}

const clicks: Readonly<Record<string, string>> = {
  'left 1': 'left_click',
  'left 2': 'double_click',
  'left 3': 'triple_click',
  'right 1': 'right_click',
};

/** The reply in the thought-action format, with coordinates in pixels of the screen. */
export function writeThoughtAction(
  intents: readonly Intent[],
  { width, height }: Pick<SentPicture, 'width' | 'height'>,
): string {
  const point = ({ x, y }: ScreenPoint): string =>
    `x=${Math.min(width - 1, Math.floor(x * width))}, y=${Math.min(height - 1, Math.floor(y * height))}`;
  const actions = intents.flatMap((intent) => commandsOf(intent, point));
  return [`Thought: I see what to do next.`, '', ...actions.map((action) => `Action: ${action}`)].join('\n');
}

function commandsOf(intent: Intent, point: (at: ScreenPoint) => string): string[] {
  const unsupported = (): never => {
    throw new Error(`The thought-action format cannot do ${JSON.stringify(intent)}.`);
  };
  switch (intent.do) {
    case 'click': {
      const { button = 'left', count = 1 } = intent;
      const name = clicks[`${button} ${count}`]?.replace('left_', '');
      return name && name !== 'triple_click' ? [`${name}(${point(intent.at)})`] : unsupported();
    }
    case 'type':
      return [
        ...(intent.at ? [`click(${point(intent.at)})`] : []),
        ...(intent.clear ? [`key(key='ctrl+a')`] : []),
        `type(text=${quoted(intent.text)})`,
        ...(intent.enter ? [`key(key='Return')`] : []),
      ];
    case 'key':
      return [`key(key=${quoted(intent.keys)})`];
    case 'scroll':
      return [`scroll(direction='${intent.direction}', amount=${intent.pixels})`];
    case 'drag': {
      const [from = '', to = ''] = [intent.from, intent.to].map(point);
      return [`drag(${from.replace(/([xy])=/g, 'start_$1=')}, ${to.replace(/([xy])=/g, 'end_$1=')})`];
    }
    case 'wait':
      return [`wait(seconds=${intent.seconds})`];
    case 'done':
      return [`done(result=${quoted(intent.answer)})`];
    case 'fail':
      return [`fail(reason=${quoted(intent.reason)})`];
    default:
      return unsupported();
  }
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
}
