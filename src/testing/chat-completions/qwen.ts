import { isRecord } from '../../core/record.js';
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

export type QwenGeneration = '2.5' | '3' | '3.5';
/** How a call is written: in tags as JSON or XML, or taken out of them by the server. */
export type QwenCalls = 'json' | 'xml' | 'parsed';

const mostPictures = 3;
const sizes: Record<QwenGeneration, PictureRule> = { '2.5': ruleOf(28), '3': ruleOf(32), '3.5': ruleOf(32) };

function ruleOf(factor: number): PictureRule {
  return { factor, least: 4 * factor * factor, most: 16_384 * factor * factor };
}

/** A server that runs Qwen of one generation, and its models' way of asking for things. */
export function qwenContract(generation: QwenGeneration, calls: QwenCalls = 'json'): Contract<undefined> {
  return {
    name: `qwen-${generation}-${calls}`,
    memory: () => undefined,
    read(request) {
      const { body, messages } = readPictureChat(request);
      if ('tools' in body) throw new Refusal(400, 'tools: they belong into the system prompt of this model.');
      checkRoles(messages, true);
      const pictures = checkPictures(messages, mostPictures, sizes[generation]);
      const tools = readTools(messages[0]?.text ?? '');
      checkResolution(tools, generation, pictures.at(-1));
      checkResponses(messages);
      const since = sinceAnswer(messages);
      const text = since.map((message) => message.text).join('\n');
      return {
        turn: 0,
        pictures,
        text: text.replace(/<tool_response>[\s\S]*?<\/tool_response>/g, '').trim(),
        results: responsesIn(text).map((said, index) => ({
          id: `call_${index + 1}`,
          text: said,
          failed: /^(Failed|Not done): /.test(said),
          pictures: 0,
        })),
        tools: tools.map(({ name }) => String(name)).filter((name) => name !== 'computer_use'),
      };
    },
    answer(intents, told) {
      const refused = intents.find((intent) => intent.do === 'refuse');
      if (refused?.do === 'refuse') return chatBody({ content: null, refusal: refused.reason });
      const asked = intents.flatMap((intent) => callsFor(intent, generation, told));
      const said = 'I look at the screen and go on.';
      const thinking = generation === '3.5' ? '<think>\nWhere was it?\n</think>\n\n' : '';
      if (calls === 'parsed') {
        const parsed = asked.map(({ name, input }, index) => ({
          id: `chatcmpl-tool-${index}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        }));
        return chatBody({ content: said, tool_calls: parsed }, 'tool_calls');
      }
      const written = asked.map(calls === 'json' ? jsonCall : xmlCall).join('\n');
      return chatBody({ content: `${thinking}${said}\n${written}` });
    },
    error: chatError,
  };
}

/** The functions in the system prompt, one JSON object on each line. */
function readTools(system: string): Record<string, unknown>[] {
  const inside = /<tools>\n([\s\S]*?)\n<\/tools>/.exec(system)?.[1];
  if (inside === undefined) throw new Refusal(400, 'The system prompt has no <tools>.');
  if (!system.includes('<tool_call>')) throw new Refusal(400, 'The system prompt does not say how to write a call.');
  const tools = inside.split('\n').map((line) => {
    const tool = parsed(line);
    const inner = isRecord(tool) ? tool.function : undefined;
    if (!isRecord(inner) || typeof inner.name !== 'string' || !isRecord(inner.parameters))
      throw new Refusal(400, `This is no function: ${line.slice(0, 100)}`);
    return inner;
  });
  if (tools.filter(({ name }) => name === 'computer_use').length !== 1)
    throw new Refusal(400, 'There must be one function "computer_use".');
  return tools;
}

function checkResolution(
  tools: readonly Record<string, unknown>[],
  generation: QwenGeneration,
  picture: { width: number; height: number } | undefined,
): void {
  const description = String(tools.find(({ name }) => name === 'computer_use')?.description);
  const declared = /resolution is (\d+x\d+)/.exec(description)?.[1];
  const expected = generation === '2.5' ? `${picture?.width}x${picture?.height}` : '1000x1000';
  if (declared !== expected) throw new Refusal(400, `The screen is declared as ${declared}, but it is ${expected}.`);
}

/** Each call of an answer has its response in the user's next message. */
function checkResponses(messages: readonly PictureMessage[]): void {
  for (const [index, { role, text }] of messages.entries()) {
    if (role !== 'assistant') continue;
    if (/<\/?think>/.test(text)) throw new Refusal(400, 'What it thought must not be sent back.');
    const asked = [...text.matchAll(/<tool_call>([\s\S]*?)<\/tool_call>/g)].map(([, inner = '']) => inner);
    const isWhole = asked.length === text.split('<tool_call>').length - 1;
    if (!isWhole || !asked.every(isWellWritten)) continue;
    const given = responsesIn(messages[index + 1]?.text ?? '').length;
    if (given !== asked.length)
      throw new Refusal(400, `An answer held ${asked.length} calls, and ${given} <tool_response> followed.`);
  }
}

/** What nobody can read needs no response of its own. */
function isWellWritten(call: string): boolean {
  return /<function=\w+>/.test(call) || isRecord(parsed(call));
}

function responsesIn(text: string): string[] {
  return [...text.matchAll(/<tool_response>\n([\s\S]*?)\n<\/tool_response>/g)].map(([, inner = '']) => inner);
}

interface Asked {
  name: string;
  input: Record<string, unknown>;
}

function jsonCall({ name, input }: Asked): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`;
}

function xmlCall({ name, input }: Asked): string {
  const fields = Object.entries(input).map(
    ([key, value]) => `<parameter=${key}>\n${typeof value === 'string' ? value : JSON.stringify(value)}\n</parameter>`,
  );
  return `<tool_call>\n<function=${name}>\n${fields.join('\n')}\n</function>\n</tool_call>`;
}

function callsFor(intent: Intent, generation: QwenGeneration, told: Told): Asked[] {
  const { height = 0, width = 0 } = told.pictures.at(-1) ?? {};
  const cells = { '2.5': 0, '3': 1_000, '3.5': 999 }[generation];
  const count = (share: number, side: number): number =>
    cells === 0 ? Math.min(side - 1, Math.floor(share * side)) : Math.round(share * cells);
  const at = ({ x, y }: Place): [number, number] => [count(x, width), count(y, height)];
  const use = (action: string, input: Record<string, unknown> = {}): Asked => ({
    name: 'computer_use',
    input: { action, ...input },
  });
  switch (intent.do) {
    case 'click':
      return [use(clickWord(intent), { coordinate: at(intent.at) })];
    case 'type':
      return [
        ...(intent.at ? [use('left_click', { coordinate: at(intent.at) })] : []),
        ...(intent.clear ? [use('key', { keys: ['ctrl', 'a'] })] : []),
        use('type', { text: intent.text }),
        ...(intent.enter ? [use('key', { keys: ['enter'] })] : []),
      ];
    case 'key':
      return [use('key', { keys: intent.keys.toLowerCase().replaceAll('control', 'ctrl').split('+') })];
    case 'scroll': {
      const isAcross = intent.direction === 'left' || intent.direction === 'right';
      const sign = intent.direction === 'up' || intent.direction === 'right' ? 1 : -1;
      const length = cells === 0 ? intent.pixels : (intent.pixels / (isAcross ? width : height)) * cells;
      const pixels = sign * Math.round(length);
      return [use('mouse_move', { coordinate: at(intent.at) }), use(isAcross ? 'hscroll' : 'scroll', { pixels })];
    }
    case 'drag':
      return [
        use('mouse_move', { coordinate: at(intent.from) }),
        use('left_click_drag', { coordinate: at(intent.to) }),
      ];
    case 'move':
      return [use('mouse_move', { coordinate: at(intent.at) })];
    case 'wait':
      return [use('wait', { time: intent.seconds })];
    case 'screenshot':
      if (generation !== '3.5') throw new Error('Only Qwen 3.5 asks for a screenshot.');
      return [use('screenshot')];
    case 'tool':
      return [{ name: intent.name, input: intent.input }];
    case 'navigate':
      return [{ name: 'goto', input: { url: intent.url } }];
    case 'back':
      return [{ name: 'back', input: {} }];
    case 'remember':
      return [{ name: 'remember', input: { key: 'fact', value: intent.fact } }];
    case 'ask':
      return [use('call_user', { text: intent.question })];
    case 'done':
      return [use('answer', { text: intent.answer })];
    case 'fail':
      return [use('terminate', { status: 'failure', text: intent.reason })];
    default:
      throw new Error(`Qwen has no word for ${intent.do}.`);
  }
}

function clickWord({ button = 'left', count = 1 }: Extract<Intent, { do: 'click' }>): string {
  if (button !== 'left') return `${button}_click`;
  return { 1: 'left_click', 2: 'double_click', 3: 'triple_click' }[count];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // the caller says what is wrong with it
  }
}
