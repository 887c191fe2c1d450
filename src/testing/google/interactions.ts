import { isRecord } from '../../core/is-record.js';
import { type Contract, type ContractRequest, type ModelInput, reject } from '../contract.js';
import type { Intent } from '../intent.js';
import { countTokens, googleCalls } from './calls.js';
import { checkSteps, imagesIn, picturesIn, readInput, toModelInput } from './interaction-steps.js';
import { checkKey, checkModel, checkTools, type Fields, fieldsOf, listIn, type SentTools } from './rules.js';

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
  const tools = checkTools(readTools(body.tools), model, 'interactions');
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

function readTools(tools: unknown): SentTools {
  const sent: SentTools = { functions: [] };
  for (const [index, tool] of listIn(tools, 'tools').entries()) {
    const where = `tools[${index}]`;
    if (!isRecord(tool) || typeof tool.type !== 'string') reject(`Missing required field 'type' at '${where}'.`);
    if (tool.type === 'function') {
      sent.functions.push(fieldsOf(tool, 'type name description parameters', where));
      continue;
    }
    if (tool.type !== 'computer_use') reject(`Invalid value at '${where}.type': "${tool.type}"`);
    const fields =
      'type environment excluded_predefined_functions enable_prompt_injection_detection disabled_safety_policies';
    const use = fieldsOf(tool, fields, where);
    sent.computerUse = {
      environment: use.environment,
      excluded: use.excluded_predefined_functions,
      detection: use.enable_prompt_injection_detection,
      policies: use.disabled_safety_policies,
      where,
    };
  }
  return sent;
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

function usage({ current: { steps } }: InteractionsState): Fields {
  const characters = JSON.stringify(steps, (key, value: unknown) => (key === 'data' ? '' : value)).length;
  const { text, image, cached, output, thoughts } = countTokens(characters, imagesIn(steps).length);
  const [total_input_tokens, total_tokens] = [text + image, text + image + output + thoughts];
  const input_tokens_by_modality = Object.entries({ text, image }).map(([modality, tokens]) => ({ modality, tokens }));
  const counts = { total_output_tokens: output, total_thought_tokens: thoughts, total_cached_tokens: cached };
  return { total_input_tokens, input_tokens_by_modality, ...counts, total_tokens };
}
