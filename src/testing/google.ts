import { isDeepStrictEqual } from 'node:util';
import type { Contract, ContractRequest, SentPicture, Told } from './contract.js';
import { googleCalls, isLegacyModel, namesOf } from './google-calls.js';
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

/** What a server of Google's remembers: who was asked last, and all that its models said. */
export interface GoogleMemory {
  model: string;
  asked: { characters: number; pictures: number };
  said: unknown[];
}

/** Gemini behind generateContent, with all its models; `model` is the one that speaks before any was asked. Its only key is `test-key`. */
export function googleContract(model = 'gemini-3.8-flash'): Contract<GoogleMemory> {
  return {
    name: 'google',
    memory: () => ({ model, asked: { characters: 0, pictures: 0 }, said: [] }),
    read: readRequest,
    answer: giveAnswer,
    error: (status, message) => ({ error: { code: status, message, status: statusNames[status] ?? 'UNKNOWN' } }),
  };
}

/** What Google calls the numbers of HTTP. */
export const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const mostBytes = 20 * 1024 * 1024;

function readRequest({ method, path, headers, body: given, bytes }: ContractRequest, memory: GoogleMemory): Told {
  const { pathname, searchParams } = new URL(path, 'http://loopback');
  const model = /^\/v1(?:alpha|beta)?\/models\/([^/:]+):generateContent$/.exec(pathname)?.[1];
  if (method !== 'POST' || model === undefined) refuse('Requested entity was not found.', 404);
  checkKey(headers['x-goog-api-key'] || searchParams.get('key'));
  checkModel(model, 'generateContent');
  if (bytes > mostBytes) refuse(googleMessages.tooLarge);
  const body = fieldsOf(
    given,
    'contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent',
    'request',
    true,
  );
  const tools = readTools(body.tools, model);
  const contents = listIn(body.contents, 'contents').map((content, index) =>
    readContent(content, `contents[${index}]`),
  );
  if (contents.length === 0) refuse('GenerateContentRequest.contents: contents is not specified');
  checkTurns(contents, model, tools.isBrowser, memory);
  memory.model = model;
  const told = tell(contents, tools.names);
  memory.asked = { characters: bytes - pictureBytes(told.pictures), pictures: told.pictures.length };
  return told;
}

function readTools(given: unknown, model: string): { names: string[]; isBrowser: boolean } {
  let environment: unknown;
  let taken: readonly string[] = [];
  const functions: Fields[] = [];
  for (const [index, value] of listIn(given, 'tools').entries()) {
    const where = `tools[${index}]`;
    const tool = fieldsOf(value, 'computerUse functionDeclarations googleSearch codeExecution urlContext', where, true);
    if (Object.keys(tool).length !== 1) refuse(`${where}: exactly one kind of tool has to be set.`);
    if (tool.computerUse !== undefined) {
      const known = 'environment excludedPredefinedFunctions enablePromptInjectionDetection disabledSafetyPolicies';
      const use = fieldsOf(tool.computerUse, known, `${where}.computer_use`, true);
      const excluded = use.excludedPredefinedFunctions;
      checkComputerUse(
        {
          environment: use.environment,
          excluded,
          detection: use.enablePromptInjectionDetection,
          policies: use.disabledSafetyPolicies,
        },
        model,
        `${where}.computer_use`,
        'upper',
      );
      environment = use.environment;
      taken = namesOf(model).filter((name) => !listIn(excluded, where).includes(name));
    }
    const at = `${where}.function_declarations`;
    for (const [number, one] of listIn(tool.functionDeclarations, at).entries())
      functions.push(
        fieldsOf(one, 'name description parameters parametersJsonSchema response behavior', `${at}[${number}]`, true),
      );
  }
  if (environment === undefined && model.includes('computer-use')) refuse(googleMessages.toolRequired);
  return {
    names: checkFunctions(functions, taken, 'tools.function_declarations'),
    isBrowser: environment === 'ENVIRONMENT_BROWSER',
  };
}

interface Content {
  role: string;
  parts: Fields[];
  raw: unknown;
  pictures: SentPicture[];
}

const partFields =
  'text thought thoughtSignature inlineData fileData functionCall functionResponse executableCode codeExecutionResult videoMetadata mediaResolution partMetadata';

function readContent(given: unknown, where: string): Content {
  const { role = 'user', parts } = fieldsOf(given, 'role parts', where);
  if (role !== 'user' && role !== 'model' && role !== 'function')
    refuse(`Please use a valid role: user, model. (${where})`);
  const pictures: SentPicture[] = [];
  const show = (blob: unknown, at: string): void => {
    const { mimeType, data } = fieldsOf(blob, 'mimeType data displayName', at, true);
    if (typeof mimeType === 'string' && !mimeType.startsWith('image/')) return;
    pictures.push(checkPicture(mimeType, data));
  };
  const read = listIn(parts, `${where}.parts`).map((value, index) => {
    const at = `${where}.parts[${index}]`;
    const part = fieldsOf(value, partFields, at, true);
    const data = Object.keys(part).filter(
      (name) => !/^(thought|videoMetadata|mediaResolution|partMetadata)/.test(name),
    );
    if (data.length !== 1) refuse(`${at}: contents.parts must have one initialized field. (data)`);
    if (part.inlineData !== undefined) show(part.inlineData, `${at}.inline_data`);
    if (part.functionCall !== undefined)
      part.functionCall = fieldsOf(part.functionCall, 'id name args', `${at}.function_call`);
    if (part.functionResponse !== undefined) {
      const response = fieldsOf(part.functionResponse, 'id name response parts', `${at}.function_response`);
      for (const [number, inner] of listIn(response.parts, `${at}.function_response.parts`).entries())
        show(
          fieldsOf(inner, 'inlineData fileData', `${at}.function_response.parts[${number}]`, true).inlineData,
          `${at}.function_response.parts[${number}].inline_data`,
        );
      part.functionResponse = response;
    }
    return part;
  });
  if (read.length === 0) refuse(`${where}.parts: contents.parts must not be empty.`);
  return { role, parts: read, raw: given, pictures };
}

function callsIn(content: Content | undefined): Fields[] {
  return content?.parts.map(({ functionCall }) => functionCall).filter(isFields) ?? [];
}

function responsesIn(content: Content | undefined): Fields[] {
  return content?.parts.map(({ functionResponse }) => functionResponse).filter(isFields) ?? [];
}

/** Every turn of calls is answered by the next one, call by call; what the model said comes back as it was. */
function checkTurns(contents: readonly Content[], model: string, isBrowser: boolean, { said }: GoogleMemory): void {
  for (const [index, content] of contents.entries()) {
    const before = contents[index - 1];
    const responses = responsesIn(content);
    const open = callsIn(before);
    if (responses.length > 0 && open.length === 0) refuse(googleMessages.responseTurn);
    if (responses.length !== open.length) refuse(googleMessages.responseCount);
    for (const [number, call] of open.entries()) checkResponse(call, responses[number], isBrowser);
    const calls = callsIn(content);
    if (calls.length === 0) continue;
    if (content.role !== 'model' || before === undefined || before.role === 'model') refuse(googleMessages.callTurn);
    if (isLegacyModel(model) && !model.startsWith('gemini-3')) continue;
    const signed = content.parts.find(({ functionCall }) => functionCall !== undefined);
    if (signed?.thoughtSignature === undefined)
      refuse(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call \`default_api:${calls[0]?.name}\`, position ${index + 1}.`,
      );
    const original = said.find((one) => isSameTurn(one, content.raw));
    if (original !== undefined && !isDeepStrictEqual(original, content.raw)) refuse(googleMessages.signature);
  }
  if (callsIn(contents.at(-1)).length > 0) refuse(googleMessages.responseCount);
}

/** The same calls, whatever became of their signatures. */
function isSameTurn(one: unknown, other: unknown): boolean {
  const names = (content: unknown): unknown[] =>
    isFields(content) && Array.isArray(content.parts)
      ? content.parts.flatMap((part) => (isFields(part) && isFields(part.functionCall) ? [part.functionCall.id] : []))
      : [];
  return names(one).length > 0 && isDeepStrictEqual(names(one), names(other));
}

function checkResponse(call: Fields, response: Fields | undefined, isBrowser: boolean): void {
  if (response?.name !== call.name) refuse(googleMessages.responseName);
  if (call.id !== undefined && response?.id !== call.id) refuse(googleMessages.responseName);
  const told = response?.response;
  if (!isFields(told)) refuse(`Function response for ${String(call.name)} has no response object.`);
  if (isBrowser && (typeof told.url !== 'string' || told.url === '')) refuse(googleMessages.noUrl);
  if (needsYes(call.args) && told.safety_acknowledgement !== 'true' && told.safety_acknowledgement !== true)
    refuse(`The safety decision of function call ${String(call.name)} was not acknowledged.`);
}

function tell(contents: readonly Content[], tools: string[]): Told {
  const start = contents.findLastIndex(({ role }) => role === 'model') + 1;
  const news = contents.slice(start);
  const results = news.flatMap(responsesIn).map(({ id, name, response, parts }) => ({
    id: String(id ?? ''),
    name: String(name),
    text: JSON.stringify(response),
    failed: isFields(response) && response.error !== undefined,
    pictures: Array.isArray(parts) ? parts.length : 0,
  }));
  const url = news.flatMap(responsesIn).map(({ response }) => (isFields(response) ? response.url : undefined));
  const last = url.findLast((one) => typeof one === 'string');
  return {
    turn: 0,
    pictures: contents.flatMap(({ pictures }) => pictures),
    text: news
      .flatMap(({ parts }) => parts.map(({ text }) => text))
      .filter((text) => typeof text === 'string')
      .join('\n'),
    results,
    tools,
    ...(typeof last === 'string' ? { url: last } : {}),
  };
}

function pictureBytes(pictures: readonly SentPicture[]): number {
  return pictures.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / 3) * 4, 0);
}

function giveAnswer(intents: readonly Intent[], told: Told, memory: GoogleMemory): unknown {
  const refused = intents.find((intent) => intent.do === 'refuse');
  if (refused)
    return {
      candidates: [{ index: 0, finishReason: 'SAFETY', finishMessage: refused.reason }],
      usageMetadata: usage(memory),
    };
  const turn = memory.said.length + 1;
  const isModern = memory.model.startsWith('gemini-3');
  const parts: Fields[] = [{ text: 'Let me see.', thought: true }];
  for (const intent of intents) {
    if (intent.do === 'done') parts.push({ text: intent.answer });
    else if (intent.do === 'fail' && !told.tools.includes('fail')) parts.push({ text: intent.reason });
    else
      for (const call of googleCalls(intent, told, memory.model)) {
        const number = parts.length;
        const functionCall = isModern ? { id: `fc_${turn}_${number}`, ...call } : call;
        const signature = Buffer.from(`signature ${turn}.${number}`).toString('base64');
        parts.push({ functionCall, ...(isModern && number === 1 ? { thoughtSignature: signature } : {}) });
      }
  }
  const content = { role: 'model', parts };
  memory.said.push(content);
  return { candidates: [{ index: 0, finishReason: 'STOP', content }], usageMetadata: usage(memory) };
}

/** About what Google would count. */
function usage({ asked: { characters, pictures } }: GoogleMemory): Fields {
  const text = Math.ceil(characters / 4);
  const image = pictures * 258;
  return {
    promptTokenCount: text + image,
    candidatesTokenCount: 40,
    thoughtsTokenCount: 12,
    cachedContentTokenCount: Math.floor(text / 2),
    totalTokenCount: text + image + 52,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: text },
      { modality: 'IMAGE', tokenCount: image },
    ],
  };
}
