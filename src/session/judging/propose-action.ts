import type { Action } from '../../core/action.js';
import type { Element } from '../../core/element.js';
import type { Modal } from '../../core/observation.js';
import { classifyName } from '../../rails/classify/classify-name.js';
import type { NewProposal } from '../../rails/gate.js';
import { riskOf } from '../../rails/risk.js';
import { affectedElement } from '../action-target.js';
import type { ResolvedTarget } from '../approval/resolve-target.js';
import type { SessionState } from '../session-state.js';

/** The proposal leaves out what is not known: the journal records its fields. */
export function proposeAction(
  { elements, lastView }: SessionState,
  action: Action,
  resolved?: ResolvedTarget,
): NewProposal & { action: Action } {
  const view = resolved?.view ?? lastView;
  const element = resolved ? resolved.element : affectedElement(action, elements, view);
  const { url, app, modal } = view ?? {};
  const { classes, amount, reason: evidence } = classifyName(nameOf(action, element, modal));
  return {
    action,
    safety: riskOf(action, element, view?.elements, modal),
    ...(classes.length > 0 ? { classes, evidence } : {}),
    ...(amount ? { amount } : {}),
    ...(action.type === 'dialog' && modal ? { reason: `the dialog says "${modal.text}"` } : {}),
    ...(element ? { element } : {}),
    ...(url ? { url } : {}),
    ...(app ? { app } : {}),
  };
}

/** The words of what an action does. */
function nameOf(action: Action, element: Element | undefined, modal: Modal | undefined): string {
  if (action.type === 'dialog') return modal?.text ?? '';
  return action.type === 'menu' ? (action.path.at(-1) ?? '') : (element?.name ?? '');
}
