import { isRecord } from '../../core/is-record.js';
import { type Contract, type ModelInput, reject } from '../contract.js';
import type { Intent, ScreenPoint } from '../intent.js';
import { completionBody, type PictureMessage, type PictureRule, pictureContract } from './picture-chat.js';

export type QwenGeneration = '2.5' | '3' | '3.5';
/** The form of a call: JSON or XML in tags, or parsed by the server. */
export type QwenCalls = 'json' | 'xml' | 'parsed';

const sizes: Record<QwenGeneration, PictureRule> = { '2.5': ruleOf(28), '3': ruleOf(32), '3.5': ruleOf(32) };

function ruleOf(factor: number): PictureRule {
  return { factor, minPixels: 4 * factor * factor, maxPixels: 16_384 * factor * factor };
}

/** A chat server with one generation of Qwen. */
export function qwenContract(generation: QwenGeneration, calls: QwenCalls = 'json'): Contract<undefined> {
  return pictureContract({
    name: `qwen-${generation}-${calls}`,
    hasSystem: true,
    maxPictures: 3,
    rule: sizes[generation],
    readInput({ body, messages, pictures, text }) {
      if ('tools' in body) reject('tools: this model takes them in the system prompt.');
      const tools = readTools(messages[0]?.text ?? '');
      checkResolution(tools, generation, pictures.at(-1));
      checkResponses(messages);
      return {
        text: text.replace(/<tool_response>[\s\S]*?<\/tool_response>/g, '').trim(),
        results: responsesIn(text).map((response, index) => ({
          id: `call_${index + 1}`,
          text: response,
          failed: /^(Failed|Not done): /.test(response),
          pictures: 0,
        })),
        tools: tools.map(({ name }) => String(name)).filter((name) => name !== 'computer_use'),
      };
    },
    reply(intents, modelInput) {
      const played = intents.flatMap((intent) => callsFor(intent, generation, modelInput));
      const text = 'I look at the screen and go on.';
      const thinking = generation === '3.5' ? '<think>\nWhere was it?\n</think>\n\n' : '';
      if (calls === 'parsed') {
        const parsed = played.map(({ name, input }, index) => ({
          id: `chatcmpl-tool-${index}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        }));
        return completionBody({ content: text, tool_calls: parsed }, 'tool_calls');
      }
      const written = played.map(calls === 'json' ? jsonCall : xmlCall).join('\n');
      return completionBody({ content: `${thinking}${text}\n${written}` });
    },
  });
}

/** The functions in the system prompt, one JSON object on each line. */
function readTools(system: string): Record<string, unknown>[] {
  const inside = /<tools>\n([\s\S]*?)\n<\/tools>/.exec(system)?.[1];
  if (inside === undefined) reject('The system prompt has no <tools>.');
  if (!system.includes('<tool_call>')) reject('The system prompt does not say how to write a call.');
  const tools = inside.split('\n').map((line) => {
    const tool = parsed(line);
    const inner = isRecord(tool) ? tool.function : undefined;
    if (!isRecord(inner) || typeof inner.name !== 'string' || !isRecord(inner.parameters))
      reject(`This is not a function: ${line.slice(0, 100)}`);
    return inner;
  });
  if (tools.filter(({ name }) => name === 'computer_use').length !== 1)
    reject('There must be one function "computer_use".');
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
  if (declared !== expected) reject(`The screen is declared as ${declared}, but it is ${expected}.`);
}

/** Checks that each call of a reply has its response in the next user message. */
function checkResponses(messages: readonly PictureMessage[]): void {
  for (const [index, { role, text }] of messages.entries()) {
    if (role !== 'assistant') continue;
    if (/<\/?think>/.test(text)) reject('Reasoning must not be sent back.');
    const written = [...text.matchAll(/<tool_call>([\s\S]*?)<\/tool_call>/g)].map(([, inner = '']) => inner);
    const isWhole = written.length === text.split('<tool_call>').length - 1;
    if (!isWhole || !written.every(isWellWritten)) continue;
    const responses = responsesIn(messages[index + 1]?.text ?? '').length;
    if (responses !== written.length)
      reject(`A reply has ${written.length} calls, but ${responses} <tool_response> follow.`);
  }
}

/** An unreadable call needs no response. */
function isWellWritten(call: string): boolean {
  return /<function=\w+>/.test(call) || isRecord(parsed(call));
}

function responsesIn(text: string): string[] {
  return [...text.matchAll(/<tool_response>\n([\s\S]*?)\n<\/tool_response>/g)].map(([, inner = '']) => inner);
}

interface PlayedCall {
  name: string;
  input: Record<string, unknown>;
}

function jsonCall({ name, input }: PlayedCall): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`;
}

function xmlCall({ name, input }: PlayedCall): string {
  const fields = Object.entries(input).map(
    ([key, value]) => `<parameter=${key}>\n${typeof value === 'string' ? value : JSON.stringify(value)}\n</parameter>`,
  );
  return `<tool_call>\n<function=${name}>\n${fields.join('\n')}\n</function>\n</tool_call>`;
}

function callsFor(intent: Intent, generation: QwenGeneration, modelInput: ModelInput): PlayedCall[] {
  const { height = 0, width = 0 } = modelInput.pictures.at(-1) ?? {};
  const cells = { '2.5': 0, '3': 1_000, '3.5': 999 }[generation];
  const count = (share: number, side: number): number =>
    cells === 0 ? Math.min(side - 1, Math.floor(share * side)) : Math.round(share * cells);
  const at = ({ x, y }: ScreenPoint): [number, number] => [count(x, width), count(y, height)];
  const use = (action: string, input: Record<string, unknown> = {}): PlayedCall => ({
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
      throw new Error(`Qwen cannot ${intent.do}.`);
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
    return undefined; // the caller reports the error
  }
}
