import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../core/is-record.js';
import { type ModelInput, reject, type SentPicture } from '../contract.js';
import { isLegacyModel } from './calls.js';
import { checkPicture, type Fields, fieldsOf, googleMessages, listIn, needsConfirmation } from './rules.js';

/** One turn of a conversation. */
export interface Content {
  role: string;
  parts: Fields[];
  raw: unknown;
  pictures: SentPicture[];
}

const partFields =
  'text thought thoughtSignature inlineData fileData functionCall functionResponse executableCode codeExecutionResult videoMetadata mediaResolution partMetadata';

/** Reads one turn. Throws ContractViolation if it is not one. */
export function readContent(turn: unknown, where: string): Content {
  const { role = 'user', parts } = fieldsOf(turn, 'role parts', where);
  if (role !== 'user' && role !== 'model' && role !== 'function')
    reject(`Please use a valid role: user, model. (${where})`);
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
    if (data.length !== 1) reject(`${at}: contents.parts must have one initialized field. (data)`);
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
  if (read.length === 0) reject(`${where}.parts: contents.parts must not be empty.`);
  return { role, parts: read, raw: turn, pictures };
}

function callsIn(content: Content | undefined): Fields[] {
  return content?.parts.map(({ functionCall }) => functionCall).filter(isRecord) ?? [];
}

function responsesIn(content: Content | undefined): Fields[] {
  return content?.parts.map(({ functionResponse }) => functionResponse).filter(isRecord) ?? [];
}

/** Checks that every call has its response in the next turn, and that the model's turns come back unchanged. */
export function checkTurns(
  contents: readonly Content[],
  model: string,
  isBrowser: boolean,
  replies: readonly unknown[],
): void {
  for (const [index, content] of contents.entries()) {
    const before = contents[index - 1];
    const responses = responsesIn(content);
    const open = callsIn(before);
    if (responses.length > 0 && open.length === 0) reject(googleMessages.responseTurn);
    if (responses.length !== open.length) reject(googleMessages.responseCount);
    for (const [number, call] of open.entries()) checkResponse(call, responses[number], isBrowser);
    const calls = callsIn(content);
    if (calls.length === 0) continue;
    if (content.role !== 'model' || before === undefined || before.role === 'model') reject(googleMessages.callTurn);
    if (isLegacyModel(model) && !model.startsWith('gemini-3')) continue;
    const signed = content.parts.find(({ functionCall }) => functionCall !== undefined);
    if (signed?.thoughtSignature === undefined)
      reject(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call \`default_api:${calls[0]?.name}\`, position ${index + 1}.`,
      );
    const original = replies.find((one) => isSameTurn(one, content.raw));
    if (original !== undefined && !isDeepStrictEqual(original, content.raw)) reject(googleMessages.signature);
  }
  if (callsIn(contents.at(-1)).length > 0) reject(googleMessages.responseCount);
}

/** Whether two turns have the same calls, ignoring signatures. */
function isSameTurn(one: unknown, other: unknown): boolean {
  const names = (content: unknown): unknown[] =>
    isRecord(content) && Array.isArray(content.parts)
      ? content.parts.flatMap((part) => (isRecord(part) && isRecord(part.functionCall) ? [part.functionCall.id] : []))
      : [];
  return names(one).length > 0 && isDeepStrictEqual(names(one), names(other));
}

function checkResponse(call: Fields, response: Fields | undefined, isBrowser: boolean): void {
  if (response?.name !== call.name) reject(googleMessages.responseName);
  if (call.id !== undefined && response?.id !== call.id) reject(googleMessages.responseName);
  const body = response?.response;
  if (!isRecord(body)) reject(`Function response for ${String(call.name)} has no response object.`);
  if (isBrowser && (typeof body.url !== 'string' || body.url === '')) reject(googleMessages.noUrl);
  if (needsConfirmation(call.args) && body.safety_acknowledgement !== 'true' && body.safety_acknowledgement !== true)
    reject(`The safety decision of function call ${String(call.name)} was not acknowledged.`);
}

/** What the turns since the model's last reply tell it. */
export function toModelInput(contents: readonly Content[], tools: string[]): ModelInput {
  const start = contents.findLastIndex(({ role }) => role === 'model') + 1;
  const newTurns = contents.slice(start);
  const results = newTurns.flatMap(responsesIn).map(({ id, name, response, parts }) => ({
    id: String(id ?? ''),
    name: String(name),
    text: JSON.stringify(response),
    failed: isRecord(response) && response.error !== undefined,
    pictures: Array.isArray(parts) ? parts.length : 0,
  }));
  const url = newTurns.flatMap(responsesIn).map(({ response }) => (isRecord(response) ? response.url : undefined));
  const last = url.findLast((one) => typeof one === 'string');
  return {
    turn: 0,
    pictures: contents.flatMap(({ pictures }) => pictures),
    text: newTurns
      .flatMap(({ parts }) => parts.map(({ text }) => text))
      .filter((text) => typeof text === 'string')
      .join('\n'),
    results,
    tools,
    ...(typeof last === 'string' ? { url: last } : {}),
  };
}
