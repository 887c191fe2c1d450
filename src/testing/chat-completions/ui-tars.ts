import { type Contract, Refusal, type Told } from '../contract.js';
import type { Intent, Place } from '../intent.js';
import {
  chatBody,
  chatError,
  checkPictures,
  checkRoles,
  type PictureMessage,
  type PictureRule,
  readPictureChat,
  sinceAnswer,
} from '../picture-chat.js';

export type UiTarsGeneration = '1.0' | '1.5' | 'doubao';

const mostPictures = 5;
const cell = 28 * 28;
const sizes: Record<UiTarsGeneration, PictureRule> = {
  '1.0': { factor: 28, least: 100 * cell, most: 2_700 * cell },
  '1.5': { factor: 28, least: 100 * cell, most: 16_384 * cell },
  doubao: { factor: 28, least: 100 * cell, most: 5_120 * cell },
};
/** How its prompt has to write a click, or it was not taught so. */
const syntax: Record<UiTarsGeneration, string> = {
  '1.0': "click(start_box='<|box_start|>",
  '1.5': "click(start_box='(",
  doubao: "click(point='<point>",
};
const sections = ['## Output Format', '## Action Space', '## Note', '## User Instruction'];

/** A server that runs UI-TARS of one generation, and its models' way of asking for things. */
export function uiTarsContract(generation: UiTarsGeneration): Contract<undefined> {
  return {
    name: `ui-tars-${generation}`,
    memory: () => undefined,
    read(request) {
      const { body, messages } = readPictureChat(request);
      if ('tools' in body) throw new Refusal(400, 'tools: this model was not taught tool calling.');
      if (typeof body.max_tokens !== 'number' || body.max_tokens > 4_096)
        throw new Refusal(400, 'max_tokens must be set: an answer is a thought and an action.');
      checkRoles(messages, false);
      checkPrompt(messages, generation);
      const pictures = checkPictures(messages, mostPictures, sizes[generation]);
      checkSaid(messages, generation);
      const since = sinceAnswer(messages);
      const text = since.map((message) => message.text).join('\n');
      const isAnswer = messages.length > 1;
      const shown = since.flatMap((message) => message.pictures).length;
      return {
        turn: 0,
        pictures,
        text,
        results: isAnswer ? [{ id: 'last', text, failed: /\b(failed|was not done):/.test(text), pictures: shown }] : [],
        tools: [],
      };
    },
    answer(intents, told) {
      const refused = intents.find((intent) => intent.do === 'refuse');
      if (refused?.do === 'refuse') return chatBody({ content: null, refusal: refused.reason });
      const asking = intents.find((intent) => intent.do === 'ask');
      const thought = asking?.do === 'ask' ? asking.question : 'I look at the screen and go on.';
      const actions = intents.flatMap((intent) => written(intent, generation, told));
      return chatBody({ content: `Thought: ${thought}\nAction: ${actions.join('\n\n')}` });
    },
    error: chatError,
  };
}

function checkPrompt([first]: readonly PictureMessage[], generation: UiTarsGeneration): void {
  const missing = sections.find((section) => !first?.text.includes(section));
  if (missing) throw new Refusal(400, `The prompt has no section "${missing}".`);
  if (!first?.text.includes(syntax[generation]))
    throw new Refusal(400, `The prompt does not write places as this model does: ${syntax[generation]}…`);
}

/** What the model said comes back to it as it was taught: with the marks around boxes, in 1.0. */
function checkSaid(messages: readonly PictureMessage[], generation: UiTarsGeneration): void {
  if (generation !== '1.0') return;
  for (const { role, text } of messages)
    if (role === 'assistant' && /_box=['"]\(/.test(text))
      throw new Refusal(400, 'A box in an earlier answer has lost its <|box_start|> and <|box_end|>.');
}

function written(intent: Intent, generation: UiTarsGeneration, told: Told): string[] {
  const place = (at: Place): string => placeIn(at, generation, told);
  const isPoint = generation === 'doubao';
  const at = (where: Place): string => `${isPoint ? 'point' : 'start_box'}='${place(where)}'`;
  switch (intent.do) {
    case 'click': {
      const { button = 'left', count = 1 } = intent;
      if (button === 'left' && count < 3) return [`${count === 2 ? 'left_double' : 'click'}(${at(intent.at)})`];
      if (button === 'right') return [`right_single(${at(intent.at)})`];
      throw new Error(`UI-TARS has no word for ${count} clicks of the ${button} button.`);
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
      const [from, to] = isPoint ? ['start_point', 'end_point'] : ['start_box', 'end_box'];
      return [`drag(${from}='${place(intent.from)}', ${to}='${place(intent.to)}')`];
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
      throw new Error(`UI-TARS has no word for ${intent.do}.`);
  }
}

function placeIn({ x, y }: Place, generation: UiTarsGeneration, { pictures }: Told): string {
  const { width = 0, height = 0 } = pictures.at(-1) ?? {};
  if (generation === '1.5')
    return `(${Math.min(width - 1, Math.floor(x * width))},${Math.min(height - 1, Math.floor(y * height))})`;
  const [across, down] = [Math.round(x * 1_000), Math.round(y * 1_000)];
  // Servers take the marks of 1.0 away as special tokens.
  return generation === 'doubao' ? `<point>${across} ${down}</point>` : `(${across},${down})`;
}
