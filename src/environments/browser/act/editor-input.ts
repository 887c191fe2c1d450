import { setTimeout as pause } from 'node:timers/promises';
import { HandrailError } from '../../../core/errors.js';
import { parseKeys } from '../../../core/keys/keys.js';
import type { PageDocument } from '../frames/page-document.js';
import type { ActionContext } from './action-context.js';
import { describeDifference, describeMissing, isSameText, isTextAdded } from './editor-content.js';

const selectAllKeys = 'ControlOrMeta+A';
const undoKeys = 'ControlOrMeta+Z';
/** The keys that move the caret to the start and to the end of a text. */
const caretKeys =
  process.platform === 'darwin'
    ? { start: 'Meta+ArrowUp', end: 'Meta+ArrowDown' }
    : { start: 'Control+Home', end: 'Control+End' };

export type CaretPosition = keyof typeof caretKeys;

/**
 * Replaces the text of the focused editor and reads it back. The text is pasted; if the editor does not take a paste, it is typed. Throws
 * `expectation_failed` if the editor contains another text afterwards.
 */
export async function replaceEditorText(
  context: ActionContext,
  document: PageDocument,
  text: string,
  caret: CaretPosition,
): Promise<void> {
  const { input } = context;
  await selectAll(context, document);
  if (text === '') await input.pressChord(parseKeys('Delete'));
  else if (!(await paste(context, document, text))) await input.typeText(text);
  let content = await waitForContent(context, document, text);
  if (!content.isExpected) {
    await selectAll(context, document);
    await input.pressChord(parseKeys('Delete'));
    if (text !== '') await input.typeText(text);
    content = await waitForContent(context, document, text);
  }
  await input.pressChord(parseKeys(caretKeys[caret]));
  if (content.isExpected) return;
  throw new HandrailError(
    'expectation_failed',
    text === ''
      ? `The editor is not empty. It contains ${JSON.stringify(content.text.slice(0, 60))}.`
      : `The editor does not contain the text that was entered. ${describeDifference(content.text, text)}`,
    'Read the editor, then correct it with keys.',
  );
}

/** A longer text or content is inserted without reading it back: an editor can draw only a part of it. */
const maxComparedLines = 20;
const maxComparedCharacters = 20_000;

/**
 * Inserts text at the end of the focused editor, or at its caret, and reads it back if the document contains the text of the editor. Throws
 * `expectation_failed` if the editor changed the text.
 */
export async function insertEditorText(
  context: ActionContext,
  document: PageDocument,
  text: string,
  atEnd: boolean,
): Promise<void> {
  const { input } = context;
  if (atEnd) await input.pressChord(parseKeys(caretKeys.end));
  if (!changedByTyping.test(text)) return input.typeText(text);
  const before = await readEditor(context, document);
  const isCompared =
    before !== undefined &&
    before.length + text.length < maxComparedCharacters &&
    text.split('\n').length <= maxComparedLines;
  if (!isCompared) {
    if (!(await paste(context, document, text))) await input.typeText(text);
    return;
  }
  // An editor can take a pasted tag for markup. Text without line breaks needs no paste.
  const isOneLine = !/[\r\n\t]/.test(text);
  if (isOneLine) await insertLines(context, text);
  else if (!(await paste(context, document, text))) return input.typeText(text);
  let after = await waitForText(context, document, (now) => isTextAdded(before, now, text));
  if (isTextAdded(before, after, text)) return;
  if (await restore(context, document, before, after)) {
    if (isOneLine) await paste(context, document, text);
    else await insertLines(context, text);
    after = await waitForText(context, document, (now) => isTextAdded(before, now, text));
    if (isTextAdded(before, after, text)) return;
  }
  throw new HandrailError(
    'expectation_failed',
    `The editor does not contain the text as it was entered. ${describeMissing(after, text)}`,
    'Observe the page: the editor can have opened a dialog. Read the editor, then correct it with keys.',
  );
}

/** What an editor completes or indents while it is typed. */
const changedByTyping = /[\r\n\t()[\]{}<>"'`]/;

/** Inserts each line at once, as an input method does, with Enter between the lines. */
async function insertLines({ input }: ActionContext, text: string): Promise<void> {
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (index > 0) await input.pressChord(parseKeys('Enter'));
    if (line !== '') await input.insertText(line);
  }
}

/** Undoes an insertion. Returns whether the editor has its previous text and the focus. */
async function restore(
  context: ActionContext,
  document: PageDocument,
  before: string,
  after: string,
): Promise<boolean> {
  if (after !== before) await context.input.pressChord(parseKeys(undoKeys));
  return isSameText(await waitForText(context, document, (now) => isSameText(now, before)), before);
}

async function paste({ limits, signal }: ActionContext, document: PageDocument, text: string): Promise<boolean> {
  return (await document.call('pasteText', { text }, limits.actionTimeoutMs, signal)).ok;
}

/** The text of the focused editor, if the document contains it. */
async function readEditor({ limits, signal }: ActionContext, document: PageDocument): Promise<string | undefined> {
  return document.call('readEditorText', undefined, limits.actionTimeoutMs, signal);
}

const pollMs = 50;
/** Some editors insert a pasted text after other work. */
const maxInsertMs = 1_500;
/** Some editors read the selection of the document a moment after it changed. */
const maxSelectMs = 600;

/** Reads the focused editor until its text is the expected one. Empty if the editor lost the focus. */
async function waitForText(
  context: ActionContext,
  document: PageDocument,
  isExpected: (text: string) => boolean,
): Promise<string> {
  const deadline = performance.now() + maxInsertMs;
  for (;;) {
    const text = (await readEditor(context, document)) ?? '';
    if (isExpected(text) || performance.now() > deadline) return text;
    await pause(pollMs, undefined, { signal: context.signal });
  }
}

/** Selects the whole text, and waits until the editor knows the selection. */
async function selectAll(context: ActionContext, document: PageDocument): Promise<void> {
  const { input, limits, signal } = context;
  await input.pressChord(parseKeys(selectAllKeys));
  if (!(await readEditor(context, document))?.trim()) return;
  const deadline = performance.now() + maxSelectMs;
  while ((await document.call('readSelection', undefined, limits.actionTimeoutMs, signal)) === '') {
    if (performance.now() > deadline) return;
    await pause(pollMs, undefined, { signal });
  }
}

/** Selects and reads the whole text, until it is the expected one. All of it stays selected. */
async function waitForContent(
  context: ActionContext,
  document: PageDocument,
  expected: string,
): Promise<{ text: string; isExpected: boolean }> {
  const { input, limits, signal } = context;
  const deadline = performance.now() + maxInsertMs;
  for (;;) {
    await input.pressChord(parseKeys(selectAllKeys));
    const copied = await document.call('readSelection', undefined, limits.actionTimeoutMs, signal);
    const drawn = await readEditor(context, document);
    // Without a selection nothing is copied, and some editors copy without line breaks: then what they draw decides.
    const isUnclear = drawn !== undefined && (copied === '' || (expected.includes('\n') && !copied.includes('\n')));
    const text = isUnclear ? drawn : copied;
    const isExpected = isSameText(text, expected);
    if (isExpected || performance.now() > deadline) return { text, isExpected };
    await pause(pollMs, undefined, { signal });
  }
}
