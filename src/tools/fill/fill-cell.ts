import type { ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import type { FieldFacts } from './field-kind.js';
import { plainText } from './match-option.js';
import { readAttributes } from './option-list.js';

/** Whether an element is a cell of a grid, and no field by itself. */
export function isGridCell({ tag, attributes: { role = '', contenteditable } }: FieldFacts): boolean {
  if (contenteditable !== undefined) return false;
  return role === 'gridcell' || (tag === 'td' && (role === '' || role === 'cell'));
}

const editorCss = ':is(input, textarea, [contenteditable]):focus';

/** Double-clicks a cell of a grid, types the value into the editor that opens, and reads the cell back. */
export async function fillCell(context: ToolContext, cell: ElementId, value: string): Promise<Outcome> {
  await context.perform({ type: 'click', target: { element: cell }, count: 2 });
  const { elements } = await context.read({ what: 'elements', css: editorCss });
  const [editor] = elements;
  if (!editor)
    throw new HandrailError(
      'unsupported',
      `A double click on the cell ${cell} opened no text field.`,
      'Observe the page. Click what opened, or a button that edits the row.',
    );
  const outcome = await context.perform({
    type: 'type',
    target: { element: editor.id },
    text: value,
    clear: true,
    submit: true,
  });
  const after = await readAttributes(context, cell);
  if (!after) context.report(`${cell} was drawn again, so its value could not be read back.`);
  else if (!plainText(after.text).includes(plainText(value)))
    throw new HandrailError(
      'expectation_failed',
      `The cell ${cell} shows "${after.text.slice(0, maxShownLength)}" instead of "${value.slice(0, maxShownLength)}".`,
      'Observe the grid. It may format or refuse the value.',
    );
  return outcome;
}

const maxShownLength = 80;
