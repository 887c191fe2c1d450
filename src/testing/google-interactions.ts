import { isDeepStrictEqual } from 'node:util';
import type { Contract, ContractRequest, SentPicture, Told } from './contract.js';
import { googleCalls, namesOf } from './google-calls.js';
import {
  checkComputerUse,
  checkFunctions,
  checkKey,
  checkModel,
  checkPicture,
  type Fields,
  fieldsOf,
  googleMessages,
  isFields,
  listIn,
  needsYes,
  refuse,
} from './google-rules.js';
import type { Intent } from './intent.js';

/** What the server keeps: conversations by their ids, and every step its models took. */
export interface InteractionsMemory {
  model: string;
  bytes: number;
  kept: Map<string, Fields[]>;
  said: Fields[];
  /** The conversation that the next answer belongs to, and whether it is kept. */
  current: { steps: Fields[]; store: boolean };
}

/** Gemini behind the Interactions API; `model` is the one that speaks before any was asked. Its only key is `test-key`. */
export function interactionsContract(model = 'gemini-3.8-flash'): Contract<InteractionsMemory> {
  return {
    name: 'google-interactions',
    memory: () => ({ model, bytes: 0, kept: new Map(), said: [], current: { steps: [], store: true } }),
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

function readRequest({ method, path, headers, body: given, bytes }: ContractRequest, memory: InteractionsMemory): Told {
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
  checkSteps(steps, tools.isBrowser, memory);
  Object.assign(memory, { model, bytes, current: { steps, store: body.store !== false } });
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
    if (!isFields(tool) || typeof tool.type !== 'string') refuse(`Missing required field 'type' at '${where}'.`);
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

const stepFields: Readonly<Record<string, string>> = {
  user_input: 'type content',
  model_output: 'type content',
  thought: 'type signature summary',
  function_call: 'type id name arguments',
  function_result: 'type call_id name result is_error',
};
const contentTypes = ['text', 'image', 'audio', 'video', 'document'];

/** A text, a list of contents, or a list of steps: as steps. */
function readInput(given: unknown): Fields[] {
  if (typeof given === 'string' && given !== '')
    return [{ type: 'user_input', content: [{ type: 'text', text: given }] }];
  const items = listIn(given, 'input');
  if (items.length === 0) refuse("Missing required field 'input'.");
  if (items.every((item) => isFields(item) && contentTypes.includes(String(item.type))))
    return [{ type: 'user_input', content: items.map((item, index) => readContent(item, `input[${index}]`)) }];
  return items.map((item, index) => {
    const where = `input[${index}]`;
    const type = isFields(item) ? String(item.type) : '';
    const fields = Object.hasOwn(stepFields, type) ? stepFields[type] : undefined;
    if (fields === undefined) refuse(`Invalid value at '${where}.type': "${type}"`);
    const step = fieldsOf(item, fields, where);
    const inner = type === 'function_result' ? step.result : type === 'user_input' ? step.content : undefined;
    for (const [number, content] of (Array.isArray(inner) ? inner : []).entries())
      readContent(content, `${where}[${number}]`);
    return step;
  });
}

function readContent(given: unknown, where: string): Fields {
  const content = fieldsOf(given, 'type text data mime_type uri resolution annotations', where);
  if (!contentTypes.includes(String(content.type))) refuse(`Invalid value at '${where}.type': "${content.type}"`);
  if (content.type === 'text' && typeof content.text !== 'string')
    refuse(`Missing required field 'text' at '${where}'.`);
  if (content.type === 'image') checkPicture(content.mime_type, content.data);
  return content;
}

function contentsIn({ type, content, result }: Fields): Fields[] {
  const list = type === 'function_result' ? result : content;
  return Array.isArray(list) ? list.filter(isFields) : [];
}

function picturesIn(steps: readonly Fields[]): SentPicture[] {
  return steps
    .flatMap(contentsIn)
    .filter(({ type }) => type === 'image')
    .map(({ mime_type: type, data }) => checkPicture(type, data));
}

/** Every call is answered, in order and at once, and what the model said comes back as it was. */
function checkSteps(steps: readonly Fields[], isBrowser: boolean, { said }: InteractionsMemory): void {
  const open: Fields[] = [];
  let signed = false;
  for (const step of steps) {
    if (step.type === 'thought') {
      if (!said.some((one) => isDeepStrictEqual(one, step))) refuse(googleMessages.signature);
      signed = true;
    } else if (step.type === 'function_call') {
      const original = said.find(({ id }) => id === step.id);
      if (original !== undefined && !isDeepStrictEqual(original, step)) refuse(googleMessages.signature);
      if (original !== undefined && !signed)
        refuse(`Function call is missing a thought_signature. Additional data, function call \`${step.name}\`.`);
      open.push(step);
    } else if (step.type === 'function_result') {
      const call = open.shift();
      if (!call) refuse(googleMessages.responseTurn);
      checkResult(call, step, isBrowser);
      signed = false;
    } else if (step.type === 'user_input') {
      if (open.length > 0) refuse(googleMessages.responseCount);
      signed = false;
    }
  }
  if (open.length > 0) refuse(googleMessages.responseCount);
  if (steps.at(-1)?.type === 'model_output') refuse('The last step of the input has to be a user input or a result.');
}

function checkResult(call: Fields, { call_id, name, result, is_error, ...step }: Fields, isBrowser: boolean): void {
  if (call_id !== call.id || (name !== undefined && name !== call.name)) refuse(googleMessages.responseName);
  if (is_error !== undefined && typeof is_error !== 'boolean')
    refuse("Invalid value at 'is_error': expected a boolean.");
  const told = parsed(contentsIn({ ...step, result }).find(({ type }) => type === 'text')?.text ?? result);
  if (isBrowser && (typeof told.url !== 'string' || told.url === '')) refuse(googleMessages.noUrl);
  if (needsYes(call.arguments) && told.safety_acknowledgement !== true)
    refuse(`The safety decision of function call ${String(call.name)} was not acknowledged.`);
}

function parsed(value: unknown): Fields {
  if (isFields(value)) return value;
  try {
    const read: unknown = JSON.parse(String(value));
    return isFields(read) ? read : {};
  } catch {
    return {}; // words, which have no fields
  }
}

function tell(input: readonly Fields[], pictures: SentPicture[], tools: string[]): Told {
  const start = input.findLastIndex(({ type }) => type === 'model_output' || type === 'function_call') + 1;
  const news = input.slice(start);
  const textIn = (step: Fields): string =>
    contentsIn(step)
      .map(({ text }) => text)
      .filter((text) => typeof text === 'string')
      .join('\n');
  const results = news
    .filter(({ type }) => type === 'function_result')
    .map((step) => ({
      id: String(step.call_id),
      name: String(step.name),
      text: textIn(step),
      failed: step.is_error === true,
      pictures: contentsIn(step).filter(({ type }) => type === 'image').length,
    }));
  const url = results.map(({ text }) => parsed(text).url).findLast((one) => typeof one === 'string');
  return {
    turn: 0,
    pictures,
    text: news
      .filter(({ type }) => type === 'user_input')
      .map(textIn)
      .join('\n'),
    results,
    tools,
    ...(typeof url === 'string' ? { url } : {}),
  };
}

function giveAnswer(intents: readonly Intent[], told: Told, memory: InteractionsMemory): unknown {
  const number = memory.said.length + 1;
  const id = `int_${number}`;
  const { model } = memory;
  const answer = { id, model, object: 'interaction', usage: usage(memory, told) };
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
function usage({ bytes, current }: InteractionsMemory, { pictures }: Told): Fields {
  const images = picturesIn(current.steps).length * 258;
  const text = Math.ceil((JSON.stringify(current.steps).length + Math.min(bytes, 4_000)) / 400);
  return {
    total_input_tokens: text + images,
    total_output_tokens: 40,
    total_thought_tokens: 12,
    total_cached_tokens: Math.floor(text / 2),
    total_tokens: text + images + 52,
    input_tokens_by_modality: [
      { modality: 'text', tokens: text },
      { modality: 'image', tokens: Math.max(images, pictures.length) },
    ],
  };
}
