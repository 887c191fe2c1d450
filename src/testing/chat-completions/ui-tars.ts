import { type Contract, type ModelInput, reject } from '../contract.js';
import type { Intent, ScreenPoint } from '../intent.js';
import { completionBody, type PictureMessage, type PictureRule, pictureContract } from './picture-chat.js';

export type UiTarsGeneration = '1.0' | '1.5' | 'doubao';

const tokenPixels = 28 * 28;
const sizes: Record<UiTarsGeneration, PictureRule> = {
  '1.0': { factor: 28, minPixels: 100 * tokenPixels, maxPixels: 2_700 * tokenPixels },
  '1.5': { factor: 28, minPixels: 100 * tokenPixels, maxPixels: 16_384 * tokenPixels },
  doubao: { factor: 28, minPixels: 100 * tokenPixels, maxPixels: 5_120 * tokenPixels },
};
/** How the prompt must write a click, as the model was trained. */
const syntax: Record<UiTarsGeneration, string> = {
  '1.0': "click(start_box='<|box_start|>",
  '1.5': "click(start_box='(",
  doubao: "click(point='<point>",
};
const sections = ['## Output Format', '## Action Space', '## Note', '## User Instruction'];

/** A chat server with one generation of UI-TARS. */
export function uiTarsContract(generation: UiTarsGeneration): Contract<undefined> {
  return pictureContract({
    name: `ui-tars-${generation}`,
    hasSystem: false,
    maxPictures: 5,
    rule: sizes[generation],
    readInput({ body, messages, since, text }) {
      if ('tools' in body) reject('tools: this model was not trained for tool calling.');
      if (typeof body.max_tokens !== 'number' || body.max_tokens > 4_096)
        reject('max_tokens must be set: a reply is a thought and an action.');
      checkPrompt(messages, generation);
      checkReplies(messages, generation);
      const shown = since.flatMap((message) => message.pictures).length;
      const result = { id: 'last', text, failed: /\b(failed|was not done):/.test(text), pictures: shown };
      return { text, results: messages.length > 1 ? [result] : [], tools: [] };
    },
    reply(intents, modelInput) {
      const asking = intents.find((intent) => intent.do === 'ask');
      const thought = asking ? asking.question : 'I look at the screen and go on.';
      const actions = intents.flatMap((intent) => writeActions(intent, generation, modelInput));
      return completionBody({ content: `Thought: ${thought}\nAction: ${actions.join('\n\n')}` });
    },
  });
}

function checkPrompt([first]: readonly PictureMessage[], generation: UiTarsGeneration): void {
  const missing = sections.find((section) => !first?.text.includes(section));
  if (missing) reject(`The prompt has no section "${missing}".`);
  if (!first?.text.includes(syntax[generation]))
    reject(`The prompt does not write points as this model does: ${syntax[generation]}…`);
}

/** Checks that replies are sent back as the model was trained: in 1.0 with tokens around boxes. */
function checkReplies(messages: readonly PictureMessage[], generation: UiTarsGeneration): void {
  if (generation !== '1.0') return;
  for (const { role, text } of messages)
    if (role === 'assistant' && /_box=['"]\(/.test(text))
      reject('A box in an earlier reply lacks <|box_start|> and <|box_end|>.');
}

function writeActions(intent: Intent, generation: UiTarsGeneration, modelInput: ModelInput): string[] {
  const point = (at: ScreenPoint): string => writePoint(at, generation, modelInput);
  const isDoubao = generation === 'doubao';
  const at = (where: ScreenPoint): string => `${isDoubao ? 'point' : 'start_box'}='${point(where)}'`;
  switch (intent.do) {
    case 'click': {
      const { button = 'left', count = 1 } = intent;
      if (button === 'left' && count < 3) return [`${count === 2 ? 'left_double' : 'click'}(${at(intent.at)})`];
      if (button === 'right') return [`right_single(${at(intent.at)})`];
      throw new Error(`UI-TARS cannot click the ${button} button ${count} times.`);
    }
    case 'type': {
      const text = intent.text.replace(/[\\'"]/g, '\\$&').replace(/\n/g, '\\n');
      return [
        ...(intent.at ? [`click(${at(intent.at)})`] : []),
        ...(intent.clear ? ["hotkey(key='ctrl a')"] : []),
        `type(content='${text}${intent.enter ? '\\n' : ''}')`,
      ];
    }
    case 'key':
      return [`hotkey(key='${intent.keys.toLowerCase().replaceAll('control', 'ctrl').replaceAll('+', ' ')}')`];
    case 'scroll':
      return [`scroll(${at(intent.at)}, direction='${intent.direction}')`];
    case 'drag': {
      const [from, to] = isDoubao ? ['start_point', 'end_point'] : ['start_box', 'end_box'];
      return [`drag(${from}='${point(intent.from)}', ${to}='${point(intent.to)}')`];
    }
    case 'move':
      return [`hover(${at(intent.at)})`];
    case 'wait':
      return ['wait()'];
    case 'navigate':
      return [`navigate(content='${intent.url}')`];
    case 'back':
      return ['navigate_back()'];
    case 'ask':
      return ['call_user()'];
    case 'done':
      return [`finished(content='${intent.answer.replace(/[\\']/g, '\\$&')}')`];
    case 'fail':
      return [`fail(content='${intent.reason.replace(/[\\']/g, '\\$&')}')`];
    default:
      throw new Error(`UI-TARS cannot ${intent.do}.`);
  }
}

function writePoint({ x, y }: ScreenPoint, generation: UiTarsGeneration, { pictures }: ModelInput): string {
  const { width = 0, height = 0 } = pictures.at(-1) ?? {};
  if (generation === '1.5')
    return `(${Math.min(width - 1, Math.floor(x * width))},${Math.min(height - 1, Math.floor(y * height))})`;
  const [across, down] = [Math.round(x * 1_000), Math.round(y * 1_000)];
  // Servers strip the tokens of 1.0 as special tokens.
  return generation === 'doubao' ? `<point>${across} ${down}</point>` : `(${across},${down})`;
}
