import type { Action, Button, Target } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Point } from '../../../core/geometry.js';
import type { Tab } from '../tabs/tab.js';
import { type ActionContext, doing, type PreparedAction } from './action-context.js';
import { heldModifiers, holding } from './held-keys.js';
import { holdModifiers, modifierMask } from './keyboard.js';
import { type Aim, checkPoint, locate, mainDocument } from './locate.js';

type Of<T extends Action['type']> = Extract<Action, { type: T }>;

const buttonBits: Record<Button, number> = { left: 1, right: 2, middle: 4, back: 8, forward: 16 };

function watched(hands: ActionContext, aims: readonly Aim[]) {
  return [...new Set([mainDocument(hands), ...aims.map((aim) => aim.document)])];
}

export async function click(hands: ActionContext, action: Of<'click'>): Promise<PreparedAction> {
  const aim = await locate(hands, action.target, 'use');
  const go = () => clickAt(hands.tab, aim, action);
  return doing(go, {
    documents: watched(hands, [aim]),
    patient: true,
    focuses: true,
    number: aim.number,
    isNoticed: aim.number !== undefined,
    behind: opensBehind(action),
  });
}

/** A link that is clicked so opens a tab that one goes to later. */
function opensBehind({ button, modifiers = [] }: Of<'click'>): boolean {
  if (modifiers.includes('Shift')) return false;
  return button === 'middle' || modifiers.includes('Control') || modifiers.includes('Meta');
}

/** Clicks where input goes. All events are sent in one go: the browser keeps their order. */
export async function clickAt(
  tab: Tab,
  { x, y }: Point,
  { button = 'left', count = 1, modifiers = [] }: Pick<Of<'click'>, 'button' | 'count' | 'modifiers'> = {},
): Promise<void> {
  const { session, pointer, navigation } = tab;
  const { commits } = navigation;
  const isThere = pointer?.x === x && pointer.y === y && pointer.commits === commits;
  tab.pointer = { x, y, commits };
  const before = heldModifiers(tab);
  const place = { x, y, modifiers: modifierMask([...before, ...modifiers]) };
  const held = holdModifiers(session, modifiers, before);
  const sent: Promise<unknown>[] = [...held.down];
  if (!isThere) sent.push(session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place, button: 'none' }));
  for (let clickCount = 1; clickCount <= count; clickCount += 1) {
    const press = { ...place, button, clickCount };
    sent.push(
      session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press, buttons: buttonBits[button] }),
      session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press, buttons: 0 }),
    );
  }
  sent.push(...held.up());
  await Promise.all(sent);
}

export async function move(hands: ActionContext, action: Of<'move'>): Promise<PreparedAction> {
  const aim = await locate(hands, action.target, 'point');
  const go = () => holding(hands.tab, action.modifiers, () => hands.tab.page.mouse.move(aim.x, aim.y));
  return doing(go, {
    documents: watched(hands, [aim]),
    patient: true,
    number: aim.number,
  });
}

function mouseButton(button: Button | undefined): 'left' | 'right' | 'middle' {
  if (button === 'back' || button === 'forward') {
    throw new HandrailError(
      'unsupported',
      `The ${button} button can be clicked, not held.`,
      'Use click, or the back and forward actions.',
    );
  }
  return button ?? 'left';
}

export async function press(hands: ActionContext, action: Of<'press'>): Promise<PreparedAction> {
  const button = mouseButton(action.button);
  const aim = action.target && (await locate(hands, action.target, 'use'));
  const { mouse } = hands.tab.page;
  const go = async () => {
    if (aim) await mouse.move(aim.x, aim.y);
    await mouse.down({ button });
    hands.tab.held.add(button);
  };
  return doing(go, { documents: watched(hands, aim ? [aim] : []) });
}

export async function release(hands: ActionContext, action: Of<'release'>): Promise<PreparedAction> {
  const button = mouseButton(action.button);
  if (!hands.tab.held.has(button)) {
    throw new HandrailError('invalid_action', `The ${button} button is not held.`, 'Use press first.');
  }
  const aim = action.target && (await locate(hands, action.target, 'point'));
  const { mouse } = hands.tab.page;
  const go = async () => {
    if (aim) await mouse.move(aim.x, aim.y, { steps: 8 });
    await mouse.up({ button });
    hands.tab.held.delete(button);
  };
  return doing(go, { documents: watched(hands, aim ? [aim] : []), patient: true });
}

export async function drag(hands: ActionContext, action: Of<'drag'>): Promise<PreparedAction> {
  const aims: Aim[] = [];
  for (const [index, target] of action.path.entries()) aims.push(await dragPoint(hands, target, index === 0));
  const { mouse } = hands.tab.page;
  const pull = async () => {
    const [start, ...others] = aims;
    if (!start) return;
    await mouse.move(start.x, start.y);
    await mouse.down();
    try {
      for (const aim of others) await mouse.move(aim.x, aim.y, { steps: 12 });
      const last = others.at(-1) ?? start;
      // A drop target learns of the pointer by a move over it: one more makes sure that it saw one.
      await mouse.move(last.x, last.y);
    } finally {
      await mouse.up();
    }
  };
  const go = () => holding(hands.tab, action.modifiers, pull);
  return doing(go, { documents: watched(hands, aims), patient: true });
}

/** Only the start of a drag must take the event; what lies on the way may be covered by what is dragged. */
async function dragPoint(hands: ActionContext, target: Target, isStart: boolean): Promise<Aim> {
  return locate(hands, target, isStart ? 'use' : 'reach');
}

export async function scroll(hands: ActionContext, action: Of<'scroll'>): Promise<PreparedAction> {
  if (!Number.isFinite(action.dx) || !Number.isFinite(action.dy)) {
    throw new HandrailError('out_of_range', 'dx and dy must be finite pixels.', 'For example { dx: 0, dy: 600 }.');
  }
  const middle: Point = { x: hands.viewport.width / 2, y: hands.viewport.height / 2 };
  const aim = await locate(hands, action.target ?? middle, 'reach');
  checkPoint(hands, aim);
  const { mouse } = hands.tab.page;
  const turn = async () => {
    await mouse.move(aim.x, aim.y);
    await mouse.wheel(action.dx, action.dy);
  };
  const go = () => holding(hands.tab, action.modifiers, turn);
  return doing(go, { documents: watched(hands, [aim]), patient: true, byItself: true });
}
