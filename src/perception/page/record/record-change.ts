import { pageBody, pageRoot, readyState } from '../dom/native-document.js';
import { isContentEditable, parentNodeOf, parentOf } from '../dom/native-node.js';
import { knownNumber } from '../dom/node-registry.js';
import { isRecurring, markAmbientChild, noteAmbientChange, noteAmbientChild } from './ambient-changes.js';
import { type LoggedChange, logChange } from './change-log.js';
import { handlingPhase, mayWriteInto } from './input-handling.js';

/** How far up the nearest element with a number is searched. */
const maxNumberSteps = 6;

type NewChange = Pick<
  LoggedChange,
  'node' | 'aspect' | 'kind' | 'text' | 'attribute' | 'previous' | 'child' | 'nextNode'
>;

/** Records a change as ambient, or logs it as a possible effect of the action. Returns the log entry, if any. */
export function recordChange(change: NewChange, at: number): LoggedChange | 'ambient' | undefined {
  const phase = handlingPhase();
  const { node, aspect, child } = change;
  if (phase !== 'handlers' && isRecurring(node, aspect, at)) {
    noteAmbientChange(node, aspect, at);
    if (child) markAmbientChild(child);
    return 'ambient';
  }
  if (phase === 'idle') {
    if (readyState() === 'loading') return undefined;
    noteAmbientChange(node, aspect, at);
    if (child && change.kind === 'added') noteAmbientChild(child, aspect);
    return undefined;
  }
  const late = phase === 'late' || (phase === 'default' && !isDefaultAction(change));
  return logChange({ ...change, at, late, number: nearestNumber(node) });
}

/** Whether the browser itself makes this change after the handlers: it opens, closes, checks, and writes into editable content. */
function isDefaultAction({ node, kind, attribute }: NewChange): boolean {
  if (kind === 'focus' || attribute === 'open') return true;
  if (kind === 'value') return mayWriteInto(node);
  const element = node instanceof Element ? node : parentOf(node);
  return element instanceof HTMLElement && isContentEditable(element);
}

/** The number of the body is not used: it stands for the loose texts of the page. */
function nearestNumber(node: Node): number | undefined {
  let current: Node | null = node;
  for (let steps = 0; current && steps < maxNumberSteps; current = parentNodeOf(current), steps += 1) {
    if (current === pageBody() || current === pageRoot()) return undefined;
    const number = knownNumber(current);
    if (number !== undefined) return number;
  }
  return undefined;
}
