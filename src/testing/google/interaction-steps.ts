import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../core/is-record.js';
import { type ModelInput, reject, type SentPicture } from '../contract.js';
import { checkPicture, type Fields, fieldsOf, googleMessages, listIn, needsConfirmation } from './rules.js';

const stepFields: Readonly<Record<string, string>> = {
  user_input: 'type content',
  model_output: 'type content',
  thought: 'type signature summary',
  function_call: 'type id name arguments',
  function_result: 'type call_id name result is_error',
};
const contentTypes = ['text', 'image', 'audio', 'video', 'document'];

/** Reads a text, a list of contents or a list of steps as steps. */
export function readInput(value: unknown): Fields[] {
  if (typeof value === 'string' && value !== '')
    return [{ type: 'user_input', content: [{ type: 'text', text: value }] }];
  const items = listIn(value, 'input');
  if (items.length === 0) reject("Missing required field 'input'.");
  if (items.every((item) => isRecord(item) && contentTypes.includes(String(item.type))))
    return [{ type: 'user_input', content: items.map((item, index) => readContent(item, `input[${index}]`)) }];
  return items.map((item, index) => {
    const where = `input[${index}]`;
    const type = isRecord(item) ? String(item.type) : '';
    const fields = Object.hasOwn(stepFields, type) ? stepFields[type] : undefined;
    if (fields === undefined) reject(`Invalid value at '${where}.type': "${type}"`);
    const step = fieldsOf(item, fields, where);
    const inner = type === 'function_result' ? step.result : type === 'user_input' ? step.content : undefined;
    for (const [number, content] of (Array.isArray(inner) ? inner : []).entries())
      readContent(content, `${where}[${number}]`);
    return step;
  });
}

function readContent(value: unknown, where: string): Fields {
  const content = fieldsOf(value, 'type text data mime_type uri resolution annotations', where);
  if (!contentTypes.includes(String(content.type))) reject(`Invalid value at '${where}.type': "${content.type}"`);
  if (content.type === 'text' && typeof content.text !== 'string')
    reject(`Missing required field 'text' at '${where}'.`);
  if (content.type === 'image') checkPicture(content.mime_type, content.data);
  return content;
}

function contentsIn({ type, content, result }: Fields): Fields[] {
  const list = type === 'function_result' ? result : content;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** All image contents of the steps. */
export function imagesIn(steps: readonly Fields[]): Fields[] {
  return steps.flatMap(contentsIn).filter(({ type }) => type === 'image');
}

/** All pictures of the steps, decoded. */
export function picturesIn(steps: readonly Fields[]): SentPicture[] {
  return imagesIn(steps).map(({ mime_type: type, data }) => checkPicture(type, data));
}

/** Checks that every call has its result, in order and at once, and that the model's steps come back unchanged. */
export function checkSteps(steps: readonly Fields[], isBrowser: boolean, modelSteps: readonly Fields[]): void {
  const open: Fields[] = [];
  let signed = false;
  for (const step of steps) {
    if (step.type === 'thought') {
      if (!modelSteps.some((one) => isDeepStrictEqual(one, step))) reject(googleMessages.signature);
      signed = true;
    } else if (step.type === 'function_call') {
      const original = modelSteps.find(({ id }) => id === step.id);
      if (original !== undefined && !isDeepStrictEqual(original, step)) reject(googleMessages.signature);
      if (original !== undefined && !signed)
        reject(`Function call is missing a thought_signature. Additional data, function call \`${step.name}\`.`);
      open.push(step);
    } else if (step.type === 'function_result') {
      const call = open.shift();
      if (!call) reject(googleMessages.responseTurn);
      checkResult(call, step, isBrowser);
      signed = false;
    } else if (step.type === 'user_input') {
      if (open.length > 0) reject(googleMessages.responseCount);
      signed = false;
    }
  }
  if (open.length > 0) reject(googleMessages.responseCount);
  if (steps.at(-1)?.type === 'model_output') reject('The last step of the input has to be a user input or a result.');
}

function checkResult(call: Fields, { call_id, name, result, is_error, ...step }: Fields, isBrowser: boolean): void {
  if (call_id !== call.id || (name !== undefined && name !== call.name)) reject(googleMessages.responseName);
  if (is_error !== undefined && typeof is_error !== 'boolean')
    reject("Invalid value at 'is_error': expected a boolean.");
  const response = parsed(contentsIn({ ...step, result }).find(({ type }) => type === 'text')?.text ?? result);
  if (isBrowser && (typeof response.url !== 'string' || response.url === '')) reject(googleMessages.noUrl);
  if (needsConfirmation(call.arguments) && response.safety_acknowledgement !== true)
    reject(`The safety decision of function call ${String(call.name)} was not acknowledged.`);
}

function parsed(value: unknown): Fields {
  if (isRecord(value)) return value;
  try {
    const read: unknown = JSON.parse(String(value));
    return isRecord(read) ? read : {};
  } catch {
    return {}; // plain text has no fields
  }
}

/** What the steps since the model's last reply tell it. */
export function toModelInput(input: readonly Fields[], pictures: SentPicture[], tools: string[]): ModelInput {
  const start = input.findLastIndex(({ type }) => type === 'model_output' || type === 'function_call') + 1;
  const newSteps = input.slice(start);
  const textIn = (step: Fields): string =>
    contentsIn(step)
      .map(({ text }) => text)
      .filter((text) => typeof text === 'string')
      .join('\n');
  const results = newSteps
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
    text: newSteps
      .filter(({ type }) => type === 'user_input')
      .map(textIn)
      .join('\n'),
    results,
    tools,
    ...(typeof url === 'string' ? { url } : {}),
  };
}
