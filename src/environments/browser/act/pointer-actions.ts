import type { Button } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import type { ActionContext, ActionOf, HoldableButton, LocatedTarget } from './action-context.js';
import { refuseUnlessEdited } from './edit-result.js';
import { withModifiers } from './held-keys.js';
import { checkPoint, locateTarget, recordedDocuments } from './locate-target.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';

export async function prepareClick(context: ActionContext, action: ActionOf<'click'>): Promise<PreparedAction> {
  const target = await locateTarget(context, action.target, 'use');
  return preparedAction(() => context.input.click(target, action), {
    documents: await recordedDocuments(context, target.document),
    awaitsLateEffects: true,
    movesFocus: true,
    mustReceiveInput: target.number !== undefined,
    opensBackgroundTab: opensBackgroundTab(action),
  });
}

function opensBackgroundTab({ button, modifiers = [] }: ActionOf<'click'>): boolean {
  if (modifiers.includes('Shift')) return false;
  return button === 'middle' || modifiers.includes('Control') || modifiers.includes('Meta');
}

export async function prepareMove(context: ActionContext, action: ActionOf<'move'>): Promise<PreparedAction> {
  const target = await locateTarget(context, action.target, 'point');
  const { input } = context;
  return preparedAction(() => withModifiers(context, action.modifiers, () => input.movePointer(target)), {
    documents: await recordedDocuments(context, target.document),
    awaitsLateEffects: true,
  });
}

function toHoldableButton(button: Button | undefined): HoldableButton {
  if (button === 'back' || button === 'forward') {
    throw new HandrailError(
      'unsupported',
      `The ${button} button can be clicked, but not held.`,
      'Use click, or the back and forward actions.',
    );
  }
  return button ?? 'left';
}

export async function preparePress(context: ActionContext, action: ActionOf<'press'>): Promise<PreparedAction> {
  const button = toHoldableButton(action.button);
  const target = action.target && (await locateTarget(context, action.target, 'use'));
  const { input, page } = context;
  const execute = async () => {
    if (target) await input.movePointer(target);
    await input.pressButton(button);
    page.heldButtons.add(button);
  };
  return preparedAction(execute, { documents: await documentsOf(context, target) });
}

export async function prepareRelease(context: ActionContext, action: ActionOf<'release'>): Promise<PreparedAction> {
  const button = toHoldableButton(action.button);
  const { input, page } = context;
  if (!page.heldButtons.has(button)) {
    throw new HandrailError('invalid_action', `The ${button} button is not held.`, 'Use press first.');
  }
  const target = action.target && (await locateTarget(context, action.target, 'point'));
  const execute = async () => {
    if (target) await input.movePointer(target, 8);
    await input.releaseButton(button);
    page.heldButtons.delete(button);
  };
  return preparedAction(execute, { documents: await documentsOf(context, target), awaitsLateEffects: true });
}

function documentsOf(context: ActionContext, target: LocatedTarget | undefined) {
  return target ? recordedDocuments(context, target.document) : recordedDocuments(context);
}

export async function prepareDrag(context: ActionContext, action: ActionOf<'drag'>): Promise<PreparedAction> {
  const path: LocatedTarget[] = [];
  // Only the start has to receive the event. What is dragged may cover the rest of the path.
  for (const [index, target] of action.path.entries())
    path.push(await locateTarget(context, target, index === 0 ? 'use' : 'reach'));
  const { input } = context;
  const drag = async () => {
    const [start, ...others] = path;
    if (!start) return;
    await input.movePointer(start);
    await input.pressButton('left');
    try {
      for (const point of others) await input.movePointer(point, 12);
      // A drop target needs one move over it before the button goes up.
      await input.movePointer(others.at(-1) ?? start);
    } finally {
      await input.releaseButton('left');
    }
  };
  return preparedAction(() => withModifiers(context, action.modifiers, drag), {
    documents: await recordedDocuments(context, ...path.map(({ document }) => document)),
    awaitsLateEffects: true,
  });
}

export async function prepareScroll(context: ActionContext, action: ActionOf<'scroll'>): Promise<PreparedAction> {
  if (!Number.isFinite(action.dx) || !Number.isFinite(action.dy)) {
    throw new HandrailError('out_of_range', 'dx and dy must be finite pixels.', 'For example { dx: 0, dy: 600 }.');
  }
  const { dx, dy } = action;
  const target = await locateTarget(context, action.target ?? (await findScrollPoint(context, action)), 'reach');
  const point = (await findPanePoint(context, action, target)) ?? target;
  if (point !== 'none') checkPoint(context, point);
  const { input } = context;
  const scroll = async () => {
    if (dx === 0 && dy === 0) return; // the target is in view now
    if (point === 'none') return scrollPane(context, target, { dx, dy });
    await input.movePointer(point);
    await input.turnWheel({ dx, dy });
  };
  return preparedAction(() => withModifiers(context, action.modifiers, scroll), {
    documents: await recordedDocuments(context, target.document),
    awaitsLateEffects: true,
    hasNativeEffect: true,
  });
}

/** Without a target the document scrolls, and if it cannot, what is in the middle of the screen. */
async function findScrollPoint(
  { targets, limits, signal, viewport }: ActionContext,
  { dx, dy }: ActionOf<'scroll'>,
): Promise<Point> {
  const document = await targets.mainDocument();
  const point = await document.call('findScrollPoint', { dx, dy }, limits.observeTimeoutMs, signal);
  return point ?? { x: viewport.width / 2, y: viewport.height / 2 };
}

/** The wheel scrolls the innermost pane under the pointer. A target that is a pane itself is scrolled at a point over no inner pane. */
async function findPanePoint(
  { targets, limits, signal }: ActionContext,
  { target: asked, dx, dy }: ActionOf<'scroll'>,
  { document, number, facts }: LocatedTarget,
): Promise<Point | 'none' | undefined> {
  if (!asked || !('element' in asked) || number === undefined || !facts) return undefined;
  const point = await document.call('findPanePoint', { number, dx, dy }, limits.observeTimeoutMs, signal);
  return typeof point === 'object'
    ? targets.toInputPoint(asked.element, document, { ...facts, ...point }, false)
    : point;
}

async function scrollPane(
  { limits, signal }: ActionContext,
  { document, number }: LocatedTarget,
  delta: { dx: number; dy: number },
): Promise<void> {
  if (number !== undefined)
    refuseUnlessEdited(await document.call('scrollPane', { number, ...delta }, limits.observeTimeoutMs, signal));
}
