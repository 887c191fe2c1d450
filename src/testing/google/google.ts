import { type Contract, type ContractRequest, type ModelInput, reject, type SentPicture } from '../contract.js';
import type { Intent } from '../intent.js';
import { countTokens, googleCalls } from './calls.js';
import {
  checkKey,
  checkModel,
  checkTools,
  type Fields,
  fieldsOf,
  googleMessages,
  listIn,
  type SentTools,
} from './rules.js';
import { checkTurns, readContent, toModelInput } from './turns.js';

/** What the server stores: the last model, the size of the last request, and all replies. */
export interface GoogleState {
  model: string;
  requestSize: { characters: number; pictures: number };
  replies: unknown[];
}

/** Gemini behind generateContent. `model` replies before the first request. A key that starts with `wrong` is rejected. */
export function googleContract(model = 'gemini-3.8-flash'): Contract<GoogleState> {
  return {
    name: 'google',
    createState: () => ({ model, requestSize: { characters: 0, pictures: 0 }, replies: [] }),
    readRequest,
    respond,
    errorBody: (status, message) => ({ error: { code: status, message, status: statusNames[status] ?? 'UNKNOWN' } }),
  };
}

/** Google's names of HTTP statuses. */
export const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const maxBytes = 20 * 1024 * 1024;

function readRequest({ method, path, headers, body: rawBody, bytes }: ContractRequest, state: GoogleState): ModelInput {
  const { pathname, searchParams } = new URL(path, 'http://loopback');
  const model = /^\/v1(?:alpha|beta)?\/models\/([^/:]+):generateContent$/.exec(pathname)?.[1];
  if (method !== 'POST' || model === undefined) reject('Requested entity was not found.', 404);
  checkKey(headers['x-goog-api-key'] || searchParams.get('key'));
  checkModel(model, 'generateContent');
  if (bytes > maxBytes) reject(googleMessages.tooLarge);
  const body = fieldsOf(
    rawBody,
    'contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent',
    'request',
    true,
  );
  const tools = checkTools(readTools(body.tools), model, 'generateContent');
  const contents = listIn(body.contents, 'contents').map((content, index) =>
    readContent(content, `contents[${index}]`),
  );
  if (contents.length === 0) reject('GenerateContentRequest.contents: contents is not specified');
  checkTurns(contents, model, tools.isBrowser, state.replies);
  state.model = model;
  const modelInput = toModelInput(contents, tools.names);
  state.requestSize = { characters: bytes - pictureBytes(modelInput.pictures), pictures: modelInput.pictures.length };
  return modelInput;
}

function readTools(tools: unknown): SentTools {
  const sent: SentTools = { functions: [] };
  for (const [index, value] of listIn(tools, 'tools').entries()) {
    const where = `tools[${index}]`;
    const tool = fieldsOf(value, 'computerUse functionDeclarations googleSearch codeExecution urlContext', where, true);
    if (Object.keys(tool).length !== 1) reject(`${where}: exactly one kind of tool has to be set.`);
    if (tool.computerUse !== undefined) {
      const known = 'environment excludedPredefinedFunctions enablePromptInjectionDetection disabledSafetyPolicies';
      const use = fieldsOf(tool.computerUse, known, `${where}.computer_use`, true);
      sent.computerUse = {
        environment: use.environment,
        excluded: use.excludedPredefinedFunctions,
        detection: use.enablePromptInjectionDetection,
        policies: use.disabledSafetyPolicies,
        where: `${where}.computer_use`,
      };
    }
    const at = `${where}.function_declarations`;
    for (const [number, one] of listIn(tool.functionDeclarations, at).entries())
      sent.functions.push(
        fieldsOf(one, 'name description parameters parametersJsonSchema response behavior', `${at}[${number}]`, true),
      );
  }
  return sent;
}

function pictureBytes(pictures: readonly SentPicture[]): number {
  return pictures.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / 3) * 4, 0);
}

function respond(intents: readonly Intent[], modelInput: ModelInput, state: GoogleState): unknown {
  const refused = intents.find((intent) => intent.do === 'refuse');
  if (refused)
    return {
      candidates: [{ index: 0, finishReason: 'SAFETY', finishMessage: refused.reason }],
      usageMetadata: usage(state),
    };
  const turn = state.replies.length + 1;
  const isModern = state.model.startsWith('gemini-3');
  const parts: Fields[] = [{ text: 'Let me see.', thought: true }];
  for (const intent of intents) {
    if (intent.do === 'done') parts.push({ text: intent.answer });
    else if (intent.do === 'fail' && !modelInput.tools.includes('fail')) parts.push({ text: intent.reason });
    else
      for (const call of googleCalls(intent, modelInput, state.model)) {
        const number = parts.length;
        const functionCall = isModern ? { id: `fc_${turn}_${number}`, ...call } : call;
        const signature = Buffer.from(`signature ${turn}.${number}`).toString('base64');
        parts.push({ functionCall, ...(isModern && number === 1 ? { thoughtSignature: signature } : {}) });
      }
  }
  const content = { role: 'model', parts };
  state.replies.push(content);
  return { candidates: [{ index: 0, finishReason: 'STOP', content }], usageMetadata: usage(state) };
}

function usage({ requestSize: { characters, pictures } }: GoogleState): Fields {
  const { text, image, cached, output, thoughts } = countTokens(characters, pictures);
  const details = Object.entries({ TEXT: text, IMAGE: image });
  return {
    promptTokenCount: text + image,
    promptTokensDetails: details.map(([modality, tokenCount]) => ({ modality, tokenCount })),
    cachedContentTokenCount: cached,
    candidatesTokenCount: output,
    thoughtsTokenCount: thoughts,
    totalTokenCount: text + image + output + thoughts,
  };
}
