import type { ResponseInputContent, ResponseInputItem } from 'openai/resources/responses/responses';
import type { Picture } from '../../core/observation.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { modalWords } from '../adapter/modal.js';
import { nameCall } from '../adapter/name-call.js';
import type { Attachment, CallResult, ScreenSnapshot } from '../model.js';
import { checksOf, isCall, spokenIn } from './read.js';
import type { Way } from './request.js';

type ToolType = Way['tool'];
type Item = Record<string, unknown>;

/** What the user said first, with what was done since and what the screen shows. */
export function openingOf({ opening, summary }: Conversation, tool: ToolType): ResponseInputItem[] {
  const content = saidContent(opening, summary === undefined ? [] : [summary]);
  const shown = opening.seen?.picture;
  return userSays([...content, ...modalContent(opening.seen), ...(shown ? [inputImage(shown, tool)] : [])]);
}

/** What the model said, as it said it; of a reply of another model, what was done. */
export function retold({ reply, results }: Exchange): ResponseInputItem[] {
  const spoken = spokenIn(reply.raw);
  // The provider's own items are its own: they go back untouched.
  if (spoken) return spoken.output as unknown as ResponseInputItem[];
  if (results.length === 0 && !reply.text) return [];
  const lines = [...(reply.text ? [`Said: ${reply.text}`] : []), ...results.map(outcomeLine)];
  return userSays([inputText(['Done before you took over:', ...lines].join('\n'))]);
}

/** All that has to be said to a reply: an output for each call, and in words what an output has no field for. */
export function answersTo(exchange: Exchange, picture: Picture | undefined, tool: ToolType): ResponseInputItem[] {
  const { reply, results, notes, said, seen } = exchange;
  const calls = spokenIn(reply.raw)?.output.filter(isCall) ?? [];
  const computerCalls = calls.filter(({ type }) => type === 'computer_call');
  const resultsOf = ({ call_id: id }: Item): CallResult[] => results.filter(({ call }) => call.id === id);
  const outputs = calls.map((item) =>
    item.type === 'computer_call'
      ? screenshotFor(item, picture, tool)
      : functionOutput(String(item.call_id), resultsOf(item)[0], tool),
  );
  const failures = computerCalls.flatMap((item) => {
    const words = failureWords(resultsOf(item));
    return words && computerCalls.length > 1 ? [`${String(item.call_id)}: ${words}`] : words ? [words] : [];
  });
  const words = [...failures, ...notes, ...(picture || computerCalls.length === 0 ? [] : [notDrawn])];
  // A computer call is answered with the picture. Beside that it is shown where the model does not have it yet.
  const isKnown = seen?.same && (calls.length > 0 ? said.length === 0 : said.every((one) => one.seen?.same));
  const shown = computerCalls.length > 0 || isKnown ? undefined : seen?.picture;
  return [
    ...outputs,
    ...userSays([
      ...words.map(inputText),
      ...said.flatMap((one) => saidContent(one, [])),
      ...modalContent(seen),
      ...(shown ? [inputImage(shown, tool)] : []),
    ]),
  ];
}

/** The picture that stands for the screen after an exchange: an older one where none could be drawn. */
export function lastPicture({ opening, exchanges }: Conversation, index: number): Picture | undefined {
  const looks = [opening.seen, ...exchanges.slice(0, index + 1).map(({ seen }) => seen)];
  return looks.findLast((seen) => seen?.picture)?.picture;
}

/** Takes back what was asked with a safety check that nobody was asked about: the provider takes no other answer than a yes. */
export function withdrawn({ opening, summary, exchanges, cut }: Conversation): Conversation {
  const kept: Exchange[] = [];
  let begun = opening;
  for (const exchange of exchanges) {
    if (!isLeftOpen(exchange)) {
      kept.push(exchange);
      continue;
    }
    const lines = ['You asked for this, and it was left where it stopped:', ...exchange.results.map(outcomeLine)];
    const words = [lines.join('\n'), ...exchange.notes];
    // The picture before it is taken back as well.
    const seen = exchange.seen ? { seen: { ...exchange.seen, same: false } } : {};
    const before = kept.pop();
    if (before)
      kept.push({ ...before, notes: [...before.notes, ...words], said: [...before.said, ...exchange.said], ...seen });
    else {
      const text = [begun.text, ...words, ...exchange.said.map((one) => one.text)].join('\n\n');
      const attachments = [...begun.attachments, ...exchange.said.flatMap((one) => one.attachments)];
      begun = { ...begun, text, attachments, ...seen };
    }
  }
  return { opening: begun, exchanges: kept, cut, ...(summary === undefined ? {} : { summary }) };
}

function isLeftOpen({ reply, results }: Exchange): boolean {
  const checked = (spokenIn(reply.raw)?.output ?? []).filter(
    (item) => item.type === 'computer_call' && checksOf(item).length > 0,
  );
  return checked.some((item) => !results.some(({ call, confirmed }) => call.id === item.call_id && confirmed));
}

/** Exactly one for each call, whatever came of it. A check is acknowledged only where there was one: `withdrawn` took the others out. */
function screenshotFor(item: Item, picture: Picture | undefined, tool: ToolType): ResponseInputItem {
  const checks = checksOf(item);
  const url = picture ? dataUrl(picture) : placeholder;
  const output = {
    type: 'computer_screenshot',
    image_url: url,
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

function functionOutput(id: string, done: CallResult | undefined, tool: ToolType): ResponseInputItem {
  const text = done ? resultText(done) : 'Error: it was not carried out.';
  const pictures = done?.result.pictures ?? [];
  const output = pictures.length > 0 ? [inputText(text), ...pictures.map((one) => inputImage(one, tool))] : text;
  return { type: 'function_call_output', call_id: id, output };
}

function resultText({ result, skipped }: CallResult): string {
  if (skipped !== undefined) return `Error: ${skipped}`;
  if (!result.success) return `Error: ${result.error ?? 'It failed.'}`;
  const { data, metadata } = result;
  const said = typeof data === 'string' ? data : data === undefined ? undefined : JSON.stringify(data);
  return [said, metadata.seen].filter(Boolean).join('\n') || 'Done.';
}

/** What went wrong in one computer call, counted as the model counts its actions. */
function failureWords(results: readonly CallResult[]): string | undefined {
  if (results.length === 0) return 'The call was not carried out.';
  const failed = results.findIndex(({ result, skipped }) => skipped === undefined && !result.success);
  const skipped = results.findIndex((one) => one.skipped !== undefined);
  const left = skipped < 0 ? undefined : leftOut(skipped + 1, results.length);
  if (failed >= 0) {
    const why = `Action ${failed + 1} failed: ${results[failed]?.result.error ?? 'It failed.'}`;
    return left ? `${why.replace(/\.$/, '')}; ${left}.` : why;
  }
  if (left === undefined) return undefined;
  return `${left.charAt(0).toUpperCase()}${left.slice(1)}: ${results[skipped]?.skipped}`;
}

function leftOut(first: number, last: number): string {
  return first === last ? `action ${first} was not executed` : `actions ${first}-${last} were not executed`;
}

function outcomeLine({ call, result, skipped }: CallResult): string {
  const came = skipped !== undefined ? 'not executed' : result.success ? 'done' : `failed: ${result.error}`;
  return `- ${nameCall(call)}: ${came}`;
}

function saidContent({ text, attachments }: UserMessage, more: readonly string[]): ResponseInputContent[] {
  return [...[text, ...more].filter(Boolean).map(inputText), ...attachments.map(attached)];
}

function attached({ name, type, bytes }: Attachment): ResponseInputContent {
  const url = `data:${type};base64,${bytes.toString('base64')}`;
  if (/^image\/(png|jpeg|webp|gif)$/.test(type)) return { type: 'input_image', image_url: url, detail: 'auto' };
  if (type === 'application/pdf') return { type: 'input_file', filename: name, file_data: url };
  if (/^text\/|json|xml|csv/.test(type)) return inputText(`${name}:\n${bytes.toString('utf8')}`);
  return inputText(`(The file ${name}, of type ${type}, cannot be shown.)`);
}

function modalContent(seen: ScreenSnapshot | undefined): ResponseInputContent[] {
  const words = modalWords(seen?.modal);
  return words === undefined ? [] : [inputText(words)];
}

function userSays(content: ResponseInputContent[]): ResponseInputItem[] {
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

function dataUrl({ bytes, type }: Picture): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

const notDrawn = 'The screen could not be drawn: the picture above is empty.';
/** One gray pixel: a call cannot be answered without a picture. */
const placeholder =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
