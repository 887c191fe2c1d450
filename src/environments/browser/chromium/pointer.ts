import type { Modifier } from '../../../core/action.js';
import { withTimeout } from '../../../core/deadline.js';
import type { Point } from '../../../core/geometry.js';
import type { HoldableButton } from '../act/action-context.js';
import { isDocumentGone } from '../frames/page-document.js';
import type { CdpSession } from '../handles.js';
import type { Tab } from '../tabs/tab.js';
import { buttonBits, modifierBits, modifierMask, sendKey } from './keyboard.js';

type DragData = Parameters<CdpSession['send']>[1] & { items: unknown[]; dragOperationsMask: number };

/** What the pointer and the keyboard of a tab hold. */
export interface HeldInput extends Point {
  readonly buttons: Set<HoldableButton>;
  readonly modifiers: Set<Modifier>;
  /** What the browser drags, while it does. */
  drag: DragData | undefined;
}

export function createHeldInput(): HeldInput {
  return { x: 0, y: 0, buttons: new Set(), modifiers: new Set(), drag: undefined };
}

const dragMs = 5_000;
const documentMs = 2_000;

/** Moves the pointer, in equal steps. With the left button held, the move may start a drag, which then goes on. */
export async function movePointer(tab: Tab, { x, y }: Point, steps = 1): Promise<void> {
  const { held } = tab;
  const from = { x: held.x, y: held.y };
  for (let step = 1; step <= steps; step += 1) {
    held.x = from.x + ((x - from.x) * step) / steps;
    held.y = from.y + ((y - from.y) * step) / steps;
    if (held.drag) await sendDrag(tab, 'dragOver', held.drag);
    else if (held.buttons.has('left')) await moveAndWatchDrag(tab);
    else await sendMove(tab);
  }
}

/** Presses a button where the pointer is. */
export async function pressButton(tab: Tab, button: HoldableButton): Promise<void> {
  const { held } = tab;
  held.buttons.add(button);
  await tab.session.send('Input.dispatchMouseEvent', {
    type: 'mousePressed',
    ...pointerEvent(held),
    button,
    clickCount: 1,
  });
}

/** Releases a button, or drops what is dragged. */
export async function releaseButton(tab: Tab, button: HoldableButton): Promise<void> {
  const { held, session } = tab;
  held.buttons.delete(button);
  const { drag } = held;
  held.drag = undefined;
  if (drag) await sendDrag(tab, 'drop', drag);
  else
    await session.send('Input.dispatchMouseEvent', {
      type: 'mouseReleased',
      ...pointerEvent(held),
      button,
      clickCount: 1,
    });
}

/** Turns the wheel where the pointer is. */
export async function turnWheel(tab: Tab, { dx, dy }: { dx: number; dy: number }): Promise<void> {
  const { x, y, modifiers } = pointerEvent(tab.held);
  await tab.session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, modifiers, deltaX: dx, deltaY: dy });
}

export async function holdKey(tab: Tab, key: string): Promise<void> {
  const { held, session } = tab;
  if (isModifier(key)) held.modifiers.add(key);
  await sendKey(session, key, true, modifierMask([...held.modifiers]));
}

export async function letGoOfKey(tab: Tab, key: string): Promise<void> {
  const { held, session } = tab;
  if (isModifier(key)) held.modifiers.delete(key);
  await sendKey(session, key, false, modifierMask([...held.modifiers]));
}

/** Releases everything that earlier actions left pressed. A drag is cancelled. */
export async function releaseAll(tab: Tab): Promise<void> {
  const { held } = tab;
  if (held.drag) await sendDrag(tab, 'dragCancel', held.drag);
  held.drag = undefined;
  for (const button of tab.held.buttons) await releaseButton(tab, button);
  for (const key of [...tab.heldKeys].reverse()) await letGoOfKey(tab, key);
  tab.heldButtons.clear();
  tab.heldKeys.clear();
}

function isModifier(key: string): key is Modifier {
  return key in modifierBits;
}

function pointerEvent({ x, y, buttons, modifiers }: HeldInput) {
  const mask = [...buttons].reduce((bits, button) => bits | buttonBits[button], 0);
  return { x, y, modifiers: modifierMask([...modifiers]), buttons: mask };
}

async function sendMove({ session, held }: Tab): Promise<void> {
  const button = [...held.buttons].at(-1) ?? 'none';
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...pointerEvent(held), button });
}

type DragEventType = 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel';

async function sendDrag({ session, held }: Tab, type: DragEventType, data: DragData): Promise<void> {
  const { x, y, modifiers } = pointerEvent(held);
  await session.send('Input.dispatchDragEvent', { type, x, y, modifiers, data: data as never });
}

/**
 * Moves the pointer while a drag of the browser would be intercepted. The browser reports an intercepted drag at any time after the move,
 * so the documents tell whether one started.
 */
async function moveAndWatchDrag(tab: Tab): Promise<void> {
  const { session, held } = tab;
  let stopListening: () => void = () => undefined;
  const intercepted = new Promise<DragData>((resolve) => {
    const onDrag = ({ data }: { data: unknown }) => resolve(data as DragData);
    session.on('Input.dragIntercepted', onDrag);
    stopListening = () => session.off('Input.dragIntercepted', onDrag);
  });
  const documents = tab.frames.documents();
  try {
    await Promise.all([
      session.send('Input.setInterceptDrags', { enabled: true }),
      ...documents.map((document) => document.call('watchDragStart', undefined, documentMs).catch(ignoreGone)),
    ]);
    await sendMove(tab);
    const started = await Promise.all(
      documents.map((document) => document.call('hasDragStarted', undefined, documentMs).catch(ignoreGone)),
    );
    if (started.includes(true)) {
      held.drag = await withTimeout(dragMs, 'The start of the drag', intercepted);
      await sendDrag(tab, 'dragEnter', held.drag);
    }
  } finally {
    stopListening();
    await session.send('Input.setInterceptDrags', { enabled: false });
  }
}

function ignoreGone(error: unknown): undefined {
  if (!isDocumentGone(error)) throw error;
}
