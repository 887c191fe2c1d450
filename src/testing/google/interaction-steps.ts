import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../core/record.js';
import type { SentPicture, Told } from '../contract.js';
import { checkPicture, type Fields, fieldsOf, googleMessages, listIn, needsYes, refuse } from './rules.js';

const stepFields: Readonly<Record<string, string>> = {
  user_input: 'type content',
  model_output: 'type content',
  thought: 'type signature summary',
  function_call: 'type id name arguments',
  function_result: 'type call_id name result is_error',
};
const contentTypes = ['text', 'image', 'audio', 'video', 'document'];

/** A text, a list of contents, or a list of steps: as steps. */
export function readInput(given: unknown): Fields[] {
  if (typeof given === 'string' && given !== '')
    return [{ type: 'user_input', content: [{ type: 'text', text: given }] }];
  const items = listIn(given, 'input');
  if (items.length === 0) refuse("Missing required field 'input'.");
  if (items.every((item) => isRecord(item) && contentTypes.includes(String(item.type))))
    return [{ type: 'user_input', content: items.map((item, index) => readContent(item, `input[${index}]`)) }];
  return items.map((item, index) => {
    const where = `input[${index}]`;
    const type = isRecord(item) ? String(item.type) : '';
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
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** All pictures of these steps, as they were sent. */
export function imagesIn(steps: readonly Fields[]): Fields[] {
  return steps.flatMap(contentsIn).filter(({ type }) => type === 'image');
}

/** The same, read. */
export function picturesIn(steps: readonly Fields[]): SentPicture[] {
  return imagesIn(steps).map(({ mime_type: type, data }) => checkPicture(type, data));
}

/** Every call is answered, in order and at once, and what the model said comes back as it was. */
export function checkSteps(steps: readonly Fields[], isBrowser: boolean, said: readonly Fields[]): void {
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
  if (isRecord(value)) return value;
  try {
    const read: unknown = JSON.parse(String(value));
    return isRecord(read) ? read : {};
  } catch {
    return {}; // words, which have no fields
  }
}

/** What the model knows from the steps since it spoke last. */
export function tell(input: readonly Fields[], pictures: SentPicture[], tools: string[]): Told {
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
