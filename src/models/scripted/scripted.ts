import { HandrailError } from '../../core/errors.js';
import { checkOptions, type OptionTypes, option } from '../../core/options.js';
import type { Tool } from '../../tools/tool.js';
import type { ToolInput, ToolName } from '../../tools/tool-types.js';
import type { Call, Model, Reply, Turn } from '../model.js';

/** One turn of a script: a reply, an error to throw, or a function of the turn. */
export type ScriptedTurn =
  | Partial<Reply>
  | Error
  | ((turn: Turn, signal: AbortSignal) => Partial<Reply> | Promise<Partial<Reply>>);

/** A model that gives the replies of a script, turn by turn: for tests and for benchmarks. */
export function scripted(turns: readonly ScriptedTurn[], options: Partial<Model> = {}): Model {
  checkOptions('scripted', options, modelTypes);
  for (const turn of turns) if (typeof turn !== 'function' && !(turn instanceof Error)) checkReply(turn);
  let index = 0;
  return {
    name: 'scripted',
    capabilities: ['tool_calling', 'vision'],
    async next(turn, signal) {
      const scriptedTurn = turns[index];
      index += 1;
      if (scriptedTurn === undefined)
        throw new HandrailError(
          'model_failed',
          'The script has no more turns.',
          'End it with a complete or fail call.',
        );
      if (scriptedTurn instanceof Error) throw scriptedTurn;
      const reply = typeof scriptedTurn === 'function' ? await scriptedTurn(turn, signal) : scriptedTurn;
      checkReply(reply);
      return { calls: [], ...reply };
    },
    ...options,
  };
}

const modelTypes: OptionTypes<Model> = {
  name: option.text,
  capabilities: option.list,
  vision: option.object,
  priced: option.flag,
  tools: option.list,
  next: option.function,
  fill: option.function,
};

const replyTypes: OptionTypes<Reply> = {
  thought: option.text,
  calls: option.list,
  text: option.text,
  usage: option.object,
  unreadable: option.text,
  refusal: option.text,
  raw: option.any,
  written: option.list,
  historyRestarted: option.flag,
};

function checkReply(reply: Partial<Reply>): void {
  checkOptions('a turn of scripted', reply, replyTypes);
}

let callCount = 0;

/** A call of a tool, with a new id. The input is typed by the tool: a tool of defineTool, or the name of a built-in one. */
export function call<Given extends Tool>(tool: Given, input: ToolInput<Given>): Call;
export function call<Name extends string>(
  tool: Name,
  ...input: Name extends ToolName ? OptionalIfEmpty<ToolInput<Name>> : [input?: Record<string, unknown>]
): Call;
export function call(tool: Tool | string, input: Record<string, unknown> = {}): Call {
  callCount += 1;
  return { id: `call_${callCount}`, tool: typeof tool === 'string' ? tool : tool.name, input };
}

type OptionalIfEmpty<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];
