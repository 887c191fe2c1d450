import type { ResponseInputContent, ResponseInputItem } from 'openai/resources/responses/responses';
import type { Picture } from '../../core/observation.js';
import { describeCall } from '../adapter/calls.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { snapshotsOf } from '../adapter/image-retention.js';
import { describeModal } from '../adapter/modal.js';
import type { Attachment, CallResult, ScreenSnapshot } from '../model.js';
import { type Item, isCall, pendingChecks, readGptResponse } from './read-reply.js';
import type { GptSettings } from './request.js';

type ToolType = GptSettings['tool'];

/** The first message: the task, a summary of dropped exchanges, and the screen. */
export function openingItems({ opening, summary }: Conversation, tool: ToolType): ResponseInputItem[] {
  const { snapshot } = opening;
  return toUserItems([
    ...userContent(opening, summary === undefined ? [] : [summary]),
    ...modalContent(snapshot),
    ...(snapshot?.picture ? [inputImage(snapshot.picture, tool)] : []),
  ]);
}

/** The items of a reply, unchanged; for a reply of another model, its calls as text. */
export function replyItems({ reply, results }: Exchange): ResponseInputItem[] {
  const response = readGptResponse(reply.raw);
  // The provider's own items are sent back unchanged.
  if (response) return response.output as unknown as ResponseInputItem[];
  if (results.length === 0 && !reply.text) return [];
  const lines = [...(reply.text ? [`Text: ${reply.text}`] : []), ...results.map(outcomeLine)];
  return toUserItems([inputText(['Calls of the previous model:', ...lines].join('\n'))]);
}

/** Everything that answers a reply: an output for each call, then a message with what an output has no field for. */
export function resultItems(exchange: Exchange, picture: Picture | undefined, tool: ToolType): ResponseInputItem[] {
  const { reply, results, notes, userMessages, snapshot } = exchange;
  const calls = readGptResponse(reply.raw)?.output.filter(isCall) ?? [];
  const computerCalls = calls.filter(({ type }) => type === 'computer_call');
  const resultsOf = ({ call_id: id }: Item): CallResult[] => results.filter(({ call }) => call.id === id);
  const outputs = calls.map((item) =>
    item.type === 'computer_call'
      ? computerOutput(item, picture, tool)
      : functionOutput(String(item.call_id), resultsOf(item)[0], tool),
  );
  const failures = computerCalls.flatMap((item) => {
    const text = failureText(resultsOf(item));
    if (!text) return [];
    return [computerCalls.length > 1 ? `${String(item.call_id)}: ${text}` : text];
  });
  const isPictureMissing = !picture && computerCalls.length > 0;
  // The output of a computer call already has the picture.
  const needsPicture = computerCalls.length === 0 && !isPictureKnown(exchange, calls.length > 0);
  return [
    ...outputs,
    ...toUserItems([
      ...[...failures, ...notes, ...(isPictureMissing ? [missingPicture] : [])].map(inputText),
      ...userMessages.flatMap((message) => userContent(message, [])),
      ...modalContent(snapshot),
      ...(needsPicture && snapshot?.picture ? [inputImage(snapshot.picture, tool)] : []),
    ]),
  ];
}

/** Whether the model already has the picture of the exchange. */
function isPictureKnown({ userMessages, snapshot }: Exchange, hasCalls: boolean): boolean {
  if (!snapshot?.pictureUnchanged) return false;
  return hasCalls ? userMessages.length === 0 : userMessages.every((one) => one.snapshot?.pictureUnchanged);
}

/** The picture of the screen after an exchange; an earlier one if the screen could not be captured. */
export function latestPicture(conversation: Conversation, index: number): Picture | undefined {
  return snapshotsOf(conversation)
    .slice(0, index + 2)
    .findLast((snapshot) => snapshot?.picture)?.picture;
}

/** The output of a computer call. Its safety checks were approved: replies with others were withdrawn. */
function computerOutput(item: Item, picture: Picture | undefined, tool: ToolType): ResponseInputItem {
  const checks = pendingChecks(item);
  const output = {
    type: 'computer_screenshot',
    image_url: picture ? dataUrl(picture) : placeholder,
    ...(tool === 'computer' ? { detail: 'original' } : {}),
  };
  return {
    type: 'computer_call_output',
    call_id: String(item.call_id),
    // The package's type lacks `detail`, which the provider documents.
    output: output as ResponseInputItem.ComputerCallOutput['output'],
    ...(checks.length > 0
      ? {
          acknowledged_safety_checks:
            checks as unknown as ResponseInputItem.ComputerCallOutput.AcknowledgedSafetyCheck[],
        }
      : {}),
  };
}

function functionOutput(id: string, result: CallResult | undefined, tool: ToolType): ResponseInputItem {
  const text = result ? resultText(result) : 'Error: the call was not executed.';
  const pictures = result?.result.pictures ?? [];
  const output = pictures.length > 0 ? [inputText(text), ...pictures.map((one) => inputImage(one, tool))] : text;
  return { type: 'function_call_output', call_id: id, output };
}

function resultText({ result, skipped }: CallResult): string {
  if (skipped !== undefined) return `Error: ${skipped}`;
  if (!result.success) return `Error: ${result.error ?? 'It failed.'}`;
  const { data, metadata } = result;
  const text = typeof data === 'string' ? data : data === undefined ? undefined : JSON.stringify(data);
  return [text, metadata.outcomeText].filter(Boolean).join('\n') || 'Done.';
}

/** What failed in one computer call, with actions numbered as the model numbers them. */
function failureText(results: readonly CallResult[]): string | undefined {
  if (results.length === 0) return 'The call was not executed.';
  const failed = results.findIndex(({ result, skipped }) => skipped === undefined && !result.success);
  const skipped = results.findIndex((one) => one.skipped !== undefined);
  const omitted = skipped < 0 ? undefined : omittedText(skipped + 1, results.length);
  if (failed >= 0) {
    const failure = `Action ${failed + 1} failed: ${results[failed]?.result.error ?? 'It failed.'}`;
    return omitted ? `${failure.replace(/\.$/, '')}; ${omitted}.` : failure;
  }
  if (omitted === undefined) return undefined;
  return `${omitted.charAt(0).toUpperCase()}${omitted.slice(1)}: ${results[skipped]?.skipped}`;
}

function omittedText(first: number, last: number): string {
  return first === last ? `action ${first} was not executed` : `actions ${first}-${last} were not executed`;
}

/** One call and its outcome, as a line of text. */
export function outcomeLine({ call, result, skipped }: CallResult): string {
  const outcome = skipped !== undefined ? 'not executed' : result.success ? 'done' : `failed: ${result.error}`;
  return `- ${describeCall(call)}: ${outcome}`;
}

function userContent({ text, attachments }: UserMessage, more: readonly string[]): ResponseInputContent[] {
  return [...[text, ...more].filter(Boolean).map(inputText), ...attachments.map(attachmentContent)];
}

function attachmentContent(attachment: Attachment): ResponseInputContent {
  const { name, type, bytes } = attachment;
  if (/^image\/(png|jpeg|webp|gif)$/.test(type))
    return { type: 'input_image', image_url: dataUrl(attachment), detail: 'auto' };
  if (type === 'application/pdf') return { type: 'input_file', filename: name, file_data: dataUrl(attachment) };
  if (/^text\/|json|xml|csv/.test(type)) return inputText(`${name}:\n${bytes.toString('utf8')}`);
  return inputText(`(The file ${name}, of type ${type}, cannot be shown.)`);
}

function modalContent(snapshot: ScreenSnapshot | undefined): ResponseInputContent[] {
  const text = describeModal(snapshot?.modal);
  return text === undefined ? [] : [inputText(text)];
}

function toUserItems(content: ResponseInputContent[]): ResponseInputItem[] {
  return content.length > 0 ? [{ role: 'user', content }] : [];
}

function inputText(text: string): { type: 'input_text'; text: string } {
  return { type: 'input_text', text };
}

function inputImage(
  picture: Picture,
  tool: ToolType,
): { type: 'input_image'; image_url: string; detail: 'original' | 'high' } {
  return { type: 'input_image', image_url: dataUrl(picture), detail: tool === 'computer' ? 'original' : 'high' };
}

function dataUrl({ bytes, type }: Pick<Attachment, 'bytes' | 'type'>): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

const missingPicture = 'The screen could not be captured: the picture above is empty.';
/** One gray pixel: the output of a computer call requires a picture. */
const placeholder =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
