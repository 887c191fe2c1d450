import { focusedElement } from '../dom/flat-tree.js';
import { dispatch, innerTextOf, isContentEditable } from '../dom/native-node.js';
import { queryAll } from '../dom/native-query.js';
import { elementOf } from '../dom/node-registry.js';
import { editorField, editorView, isEditor } from '../editor/editor-view.js';
import { isPlaceholder, lockedCss } from '../editor/placeholder.js';
import { isDisabled } from '../naming/states.js';
import type { EditResult } from '../protocol.js';
import { runAsHandler } from '../record/input-handling.js';
import { refuse } from './edit-result.js';

/** Whether the focus is in an editor: rich text, or a field behind a view. With a number: in this one. */
export function isEditorFocused({ number }: { number?: number }): boolean {
  const field = focusedElement();
  if (!field || !isEditor(field) || isDisabled(field)) return false;
  if (number === undefined) return true;
  const target = elementOf(number);
  return target !== undefined && (editorField(target) ?? target) === field;
}

/**
 * Pastes text into the focused editor, in place of its selection. Typed keys would trigger what the editor does for a typist: closing
 * brackets, indentation. Refuses if no script of the page took the text.
 */
export async function pasteText({ text }: { text: string }): Promise<EditResult> {
  const field = focusedElement();
  if (!field || !isEditor(field)) return refuse('unsupported', 'No editor has the focus.');
  const isChanging = watchChanges(editorView(field) ?? field);
  const isTaken = runAsHandler(() => !dispatch(field, clipboardEvent('paste', text)));
  return isTaken || (await isChanging)
    ? { ok: true, before: '', after: '' }
    : refuse('unsupported', 'This editor does not handle a paste.');
}

/** Some editors insert a pasted text a moment later, and do not cancel the event. */
const maxInsertMs = 150;

/** Whether the content of an element changes soon. */
function watchChanges(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (hasChanged: boolean) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(hasChanged);
    };
    const observer = new MutationObserver(() => end(true));
    const timer = setTimeout(() => end(false), maxInsertMs);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
  });
}

/** The selected text of the focused editor, as a copy would give it. The clipboard does not change. */
export function readSelection(): string {
  const field = focusedElement();
  if (!field) return '';
  const event = clipboardEvent('copy', '');
  const isTaken = runAsHandler(() => !dispatch(field, event));
  if (isTaken) return event.clipboardData?.getData('text/plain') ?? '';
  if (field instanceof HTMLTextAreaElement) return field.value.slice(field.selectionStart, field.selectionEnd);
  return window.getSelection()?.toString() ?? '';
}

/** The text of the focused editor, without its placeholder. Undefined for a field behind a view, which draws only a part of its text. */
export function readEditorText(): string | undefined {
  const field = focusedElement();
  if (!(field instanceof HTMLElement) || !isContentEditable(field) || editorView(field)) return undefined;
  let text = innerTextOf(field);
  for (const one of queryAll<HTMLElement>(field, lockedCss))
    if (isPlaceholder(one)) text = text.replace(innerTextOf(one), '');
  return text.replace(/[\u200b\ufeff]/g, '');
}

function clipboardEvent(type: 'copy' | 'paste', text: string): ClipboardEvent {
  const clipboardData = new DataTransfer();
  if (text) clipboardData.setData('text/plain', text);
  return new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true, composed: true });
}
