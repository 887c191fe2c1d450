import { isRecord } from '../../core/is-record.js';
import { type Contract, type ContractRequest, type ModelInput, reject } from '../contract.js';
import type { Intent } from '../intent.js';
import { googleCalls, namesOf } from './calls.js';
import { checkSteps, imagesIn, picturesIn, readInput, toModelInput } from './interaction-steps.js';
import {
  checkComputerUse,
  checkFunctions,
  checkKey,
  checkModel,
  type Fields,
  fieldsOf,
  googleMessages,
  listIn,
} from './rules.js';

/** What the server stores: conversations by id, and every step of its models. */
export interface InteractionsState {
  model: string;
  stored: Map<string, Fields[]>;
  modelSteps: Fields[];
  /** The conversation of the next response, and whether it is stored. */
  current: { steps: Fields[]; store: boolean };
}

/** Gemini behind the Interactions API. `model` replies before the first request. A key that starts with `wrong` is rejected. */
export function interactionsContract(model = 'gemini-3.8-flash'): Contract<InteractionsState> {
  return {
    name: 'google-interactions',
    createState: () => ({ model, stored: new Map(), modelSteps: [], current: { steps: [], store: true } }),
    readRequest,
    respond,
    errorBody: (status, message) => ({ error: { code: codes[status] ?? 'internal', message } }),
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

function readRequest({ method, path, headers, body: rawBody }: ContractRequest, state: InteractionsState): ModelInput {
  const { pathname, searchParams } = new URL(path, 'http://loopback');
  if (method !== 'POST' || !/^\/v1(alpha|beta)?\/interactions$/.test(pathname))
    reject('Requested entity was not found.', 404);
  checkKey(headers['x-goog-api-key'] || searchParams.get('key'));
  const body = fieldsOf(rawBody, known, 'request');
  const model = String(body.model ?? '');
  checkModel(model, 'interactions');
  if (body.system_instruction !== undefined && typeof body.system_instruction !== 'string')
    reject("Invalid value at 'system_instruction': expected a string.");
  const tools = readTools(body.tools, model);
  const before = storedSteps(body.previous_interaction_id, state);
  const input = readInput(body.input);
  const steps = [...before, ...input];
  checkSteps(steps, tools.isBrowser, state.modelSteps);
  Object.assign(state, { model, current: { steps, store: body.store !== false } });
  const modelInput = toModelInput(input, picturesIn(input), tools.names);
  return before.length > 0 || body.store !== false ? { ...modelInput, context: steps } : modelInput;
}

function storedSteps(id: unknown, { stored }: InteractionsState): Fields[] {
  if (id === undefined) return [];
  const steps = stored.get(String(id));
  if (!steps) reject(`Interaction ${String(id)} was not found.`, 404);
  return steps;
}

function readTools(tools: unknown, model: string): { names: string[]; isBrowser: boolean } {
  let environment: unknown;
  let taken: readonly string[] = [];
  const functions: Fields[] = [];
  for (const [index, tool] of listIn(tools, 'tools').entries()) {
    const where = `tools[${index}]`;
    if (!isRecord(tool) || typeof tool.type !== 'string') reject(`Missing required field 'type' at '${where}'.`);
    if (tool.type === 'function') {
      functions.push(fieldsOf(tool, 'type name description parameters', where));
      continue;
    }
    if (tool.type !== 'computer_use') reject(`Invalid value at '${where}.type': "${tool.type}"`);
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
  if (environment === undefined && model.includes('computer-use')) reject(googleMessages.toolRequired);
  return { names: checkFunctions(functions, taken, 'tools'), isBrowser: environment === 'browser' };
}

function respond(intents: readonly Intent[], modelInput: ModelInput, state: InteractionsState): unknown {
  const number = state.modelSteps.length + 1;
  const id = `int_${number}`;
  const { model } = state;
  const answer = { id, model, object: 'interaction', usage: usage(state) };
  const refused = intents.find((intent) => intent.do === 'refuse');
  if (refused)
    return { ...answer, status: 'failed', steps: [], errors: [{ code: 'safety_blocked', message: refused.reason }] };
  const signature = Buffer.from(`signature ${number}`).toString('base64');
  const steps: Fields[] = [{ type: 'thought', signature, summary: [{ type: 'text', text: 'Let me see.' }] }];
  for (const intent of intents) {
    const text =
      intent.do === 'done'
        ? intent.answer
        : intent.do === 'fail' && !modelInput.tools.includes('fail')
          ? intent.reason
          : undefined;
    if (text !== undefined) steps.push({ type: 'model_output', content: [{ type: 'text', text }] });
    else
      for (const { name, args } of googleCalls(intent, modelInput, model))
        steps.push({ type: 'function_call', id: `fc_${number}_${steps.length}`, name, arguments: args });
  }
  state.modelSteps.push(...steps);
  if (state.current.store) state.stored.set(id, [...state.current.steps, ...steps]);
  const calls = steps.some(({ type }) => type === 'function_call');
  return { ...answer, status: calls ? 'requires_action' : 'completed', steps };
}

/** Roughly Google's own counts. */
function usage({ current: { steps } }: InteractionsState): Fields {
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
