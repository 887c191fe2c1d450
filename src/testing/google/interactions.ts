import { isRecord } from '../../core/record.js';
import type { Contract, ContractRequest, Told } from '../contract.js';
import type { Intent } from '../intent.js';
import { googleCalls, namesOf } from './calls.js';
import { checkSteps, imagesIn, picturesIn, readInput, tell } from './interaction-steps.js';
import {
  checkComputerUse,
  checkFunctions,
  checkKey,
  checkModel,
  type Fields,
  fieldsOf,
  googleMessages,
  listIn,
  refuse,
} from './rules.js';

/** What the server keeps: conversations by their ids, and every step its models took. */
export interface InteractionsMemory {
  model: string;
  kept: Map<string, Fields[]>;
  said: Fields[];
  /** The conversation that the next answer belongs to, and whether it is kept. */
  current: { steps: Fields[]; store: boolean };
}

/** Gemini behind the Interactions API; `model` is the one that speaks before any was asked. A key that begins with `wrong` is refused. */
export function interactionsContract(model = 'gemini-3.8-flash'): Contract<InteractionsMemory> {
  return {
    name: 'google-interactions',
    memory: () => ({ model, kept: new Map(), said: [], current: { steps: [], store: true } }),
    read: readRequest,
    answer: giveAnswer,
    error: (status, message) => ({ error: { code: codes[status] ?? 'internal', message } }),
  };
}

const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  403: 'permission_denied',
  404: 'not_found',
  429: 'too_many_requests',
  503: 'unavailable',
};

const known =
  'model agent input previous_interaction_id tools system_instruction generation_config store stream background safety_settings labels response_format';

function readRequest({ method, path, headers, body: given }: ContractRequest, memory: InteractionsMemory): Told {
  const { pathname, searchParams } = new URL(path, 'http://loopback');
  if (method !== 'POST' || !/^\/v1(alpha|beta)?\/interactions$/.test(pathname))
    refuse('Requested entity was not found.', 404);
  checkKey(headers['x-goog-api-key'] || searchParams.get('key'));
  const body = fieldsOf(given, known, 'request');
  const model = String(body.model ?? '');
  checkModel(model, 'interactions');
  if (body.system_instruction !== undefined && typeof body.system_instruction !== 'string')
    refuse("Invalid value at 'system_instruction': expected a string.");
  const tools = readTools(body.tools, model);
  const before = earlier(body.previous_interaction_id, memory);
  const input = readInput(body.input);
  const steps = [...before, ...input];
  checkSteps(steps, tools.isBrowser, memory.said);
  Object.assign(memory, { model, current: { steps, store: body.store !== false } });
  const told = tell(input, picturesIn(input), tools.names);
  return before.length > 0 || body.store !== false ? { ...told, context: steps } : told;
}

function earlier(id: unknown, { kept }: InteractionsMemory): Fields[] {
  if (id === undefined) return [];
  const steps = kept.get(String(id));
  if (!steps) refuse(`Interaction ${String(id)} was not found.`, 404);
  return steps;
}

function readTools(given: unknown, model: string): { names: string[]; isBrowser: boolean } {
  let environment: unknown;
  let taken: readonly string[] = [];
  const functions: Fields[] = [];
  for (const [index, tool] of listIn(given, 'tools').entries()) {
    const where = `tools[${index}]`;
    if (!isRecord(tool) || typeof tool.type !== 'string') refuse(`Missing required field 'type' at '${where}'.`);
    if (tool.type === 'function') {
      functions.push(fieldsOf(tool, 'type name description parameters', where));
      continue;
    }
    if (tool.type !== 'computer_use') refuse(`Invalid value at '${where}.type': "${tool.type}"`);
    const fields =
      'type environment excluded_predefined_functions enable_prompt_injection_detection disabled_safety_policies';
    const use = fieldsOf(tool, fields, where);
    const excluded = use.excluded_predefined_functions;
    checkComputerUse(
      {
        environment: use.environment,
        excluded,
        detection: use.enable_prompt_injection_detection,
        policies: use.disabled_safety_policies,
      },
      model,
      where,
      'lower',
    );
    environment = use.environment;
    taken = namesOf(model).filter((name) => !listIn(excluded, where).includes(name));
  }
  if (environment === undefined && model.includes('computer-use')) refuse(googleMessages.toolRequired);
  return { names: checkFunctions(functions, taken, 'tools'), isBrowser: environment === 'browser' };
}

function giveAnswer(intents: readonly Intent[], told: Told, memory: InteractionsMemory): unknown {
  const number = memory.said.length + 1;
  const id = `int_${number}`;
  const { model } = memory;
  const answer = { id, model, object: 'interaction', usage: usage(memory) };
  const refused = intents.find((intent) => intent.do === 'refuse');
  if (refused)
    return { ...answer, status: 'failed', steps: [], errors: [{ code: 'safety_blocked', message: refused.reason }] };
  const signature = Buffer.from(`signature ${number}`).toString('base64');
  const steps: Fields[] = [{ type: 'thought', signature, summary: [{ type: 'text', text: 'Let me see.' }] }];
  for (const intent of intents) {
    const words =
      intent.do === 'done'
        ? intent.answer
        : intent.do === 'fail' && !told.tools.includes('fail')
          ? intent.reason
          : undefined;
    if (words !== undefined) steps.push({ type: 'model_output', content: [{ type: 'text', text: words }] });
    else
      for (const { name, args } of googleCalls(intent, told, model))
        steps.push({ type: 'function_call', id: `fc_${number}_${steps.length}`, name, arguments: args });
  }
  memory.said.push(...steps);
  if (memory.current.store) memory.kept.set(id, [...memory.current.steps, ...steps]);
  const calls = steps.some(({ type }) => type === 'function_call');
  return { ...answer, status: calls ? 'requires_action' : 'completed', steps };
}

/** About what Google would count. */
function usage({ current: { steps } }: InteractionsMemory): Fields {
  const images = imagesIn(steps).length * 258;
  const characters = JSON.stringify(steps, (key, value: unknown) => (key === 'data' ? '' : value)).length;
  const text = Math.ceil(characters / 4);
  return {
    total_input_tokens: text + images,
    total_output_tokens: 40,
    total_thought_tokens: 12,
    total_cached_tokens: Math.floor(text / 2),
    total_tokens: text + images + 52,
    input_tokens_by_modality: [
      { modality: 'text', tokens: text },
      { modality: 'image', tokens: images },
    ],
  };
}
