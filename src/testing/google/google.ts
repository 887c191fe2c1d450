import type { Contract, ContractRequest, SentPicture, Told } from '../contract.js';
import type { Intent } from '../intent.js';
import { googleCalls, namesOf } from './calls.js';
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
import { checkTurns, readContent, tell } from './turns.js';

/** What a server of Google's remembers: who was asked last, and all that its models said. */
export interface GoogleMemory {
  model: string;
  asked: { characters: number; pictures: number };
  said: unknown[];
}

/** Gemini behind generateContent, with all its models; `model` is the one that speaks before any was asked. A key that begins with `wrong` is refused. */
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
  checkTurns(contents, model, tools.isBrowser, memory.said);
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
