import type { Mutated } from '../../page-protocol.js';
import { addListener, dispatch, removeListener } from '../dom.js';
import { isEditable } from '../naming/states.js';
import { activeElement } from '../own-document.js';
import { closestOf, matchesSelector } from '../query.js';
import { type Scheduled, scheduled } from '../schedule.js';
import { flatParent, isInside } from '../tree.js';

/**
 * Knows at every moment whether the page's handlers are at work on an input event of the action. No task of the page can come between the
 * first listener of an event and the last, so what changes there is certain to be the action's doing, and so is what they put off.
 *
 * `handled`: between the first and the last listener. `turn`: the browser's own doing after that (a box is checked, a dialog closes), until
 * the page may do something else. `late`: after that. `idle`: no action is under way.
 */
export type Phase = 'handled' | 'turn' | 'late' | 'idle';

const inputs = [
  'pointerdown',
  'pointerup',
  'pointermove',
  'pointerover',
  'mousedown',
  'mouseup',
  'mousemove',
  'mouseover',
  'mouseenter',
  'click',
  'auxclick',
  'contextmenu',
  'dblclick',
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'submit',
  'reset',
  'invalid',
  'toggle',
  'cancel',
  'dragstart',
  'dragenter',
  'dragover',
  'drop',
  'dragend',
  'wheel',
  'focusin',
  'focusout',
  'copy',
  'cut',
  'paste',
];

/** A page that was never told that the action is over forgets it by itself. */
const longest = 30_000;

let began = 0;
let isOver = true;
/** Events whose last listener has not been reached: nested ones, and those that were stopped on the way. */
let open: unknown[] = [];
let mark: Scheduled | undefined;
let turning = false;
let arrived = 0;
let firstAt = 0;
let lastAt = 0;
let isPressed = false;
let scrollsNatively = false;
let pressed: Node | undefined;
let target: EventTarget | undefined;
let putOff: Scheduled = { timers: 0, frames: 0 };

/** Takes in the changes up to this moment, under the phase that holds until now. */
let takeIn: () => void = () => undefined;
let onSign: (kind: Mutated['kind'], element: Element) => void = () => undefined;

const turn = new MessageChannel();
turn.port1.onmessage = endTurn;

export function startHandling(take: () => void, sign: typeof onSign): void {
  takeIn = take;
  onSign = sign;
  listen();
}

/** Again before each action: a page that writes itself anew (`document.open`) takes all listeners away. Those still there are not added twice. */
function listen(): void {
  for (const type of inputs) window.addEventListener(type, onFirst, { capture: true, passive: true });
}

export function phase(): Phase {
  if (isOver || performance.now() - began > longest) return 'idle';
  if (open.length > 0) return 'handled';
  return turning ? 'turn' : 'late';
}

export function beginHandling(now: number): void {
  listen();
  endTurn();
  began = now;
  isOver = false;
  arrived = 0;
  firstAt = 0;
  lastAt = 0;
  isPressed = false;
  scrollsNatively = false;
  pressed = undefined;
  target = undefined;
  putOff = { timers: 0, frames: 0 };
}

/** The action is told: what comes now is the page's own doing. */
export function endHandling(): void {
  endTurn();
  isOver = true;
}

export function beganAt(): number {
  return began;
}

/** What the handlers put off, and when they were at work, by the clock of the machine. */
export function handlingFacts(): { putOff: Scheduled; inputs: number; from: number; to: number } {
  return { putOff, inputs: arrived, from: performance.timeOrigin + firstAt, to: performance.timeOrigin + lastAt };
}

/** The action was of a kind that scrolls without any script. */
export function hadScrollInput(): boolean {
  return scrollsNatively;
}

/** Sends an event that nobody else knows of to where the action's events went: what listens along its path is found by the driver. */
export function knockLast({ event }: { event: string }): boolean {
  const at = target ?? activeElement() ?? document;
  dispatch(at, new Event(event, { composed: true }));
  return at instanceof Node && actsByItself(at);
}

const acting =
  'a[href], button[type=submit], form button:not([type]), input, select, textarea, summary, label, video, audio, iframe, embed, object';

/** Whether the browser itself does something for an event there. */
function actsByItself(node: Node): boolean {
  for (let at: Node | null = node; at; at = flatParent(at))
    if (at instanceof Element && matchesSelector(at, acting)) return true;
  return false;
}

function isDragging(event: Event): boolean {
  return event instanceof MouseEvent && event.buttons !== 0 && /^(pointer|mouse)(move|over|enter)$/.test(event.type);
}

function onFirst(event: Event): void {
  if (phase() === 'idle') return;
  // The browser has just written or chosen something, whoever asked for it.
  const isNews = event.isTrusted && (event.type === 'input' || event.type === 'change');
  if (isNews && !turning) openTurn();
  takeIn();
  const at = event.composedPath()[0];
  if (at instanceof Element) noteSign(event, at);
  if (!event.isTrusted || event.type === 'focusin' || event.type === 'focusout') return;
  arrived += 1;
  // A page that scrolls under a resting pointer sends moves of its own.
  const isMove = /^(pointer|mouse)(move|over|enter)$/.test(event.type);
  if (!isMove || !isPressed) target = at;
  isPressed ||= !isMove;
  scrollsNatively ||= /^(wheel|keydown)$/.test(event.type) || isDragging(event);
  if (/^(pointer|mouse)down$/.test(event.type) && at instanceof Node) pressed = at;
  const now = performance.now();
  firstAt ||= now;
  lastAt = now;
  // While something is dragged the driver's own listeners set timers: those of the page are not to be told from them.
  if (open.length === 0) mark = isDragging(event) ? undefined : scheduled();
  open.push(event);
  if (!turning) openTurn();
  // Taken out and put in again, it is the last of the listeners.
  const end = event.bubbles ? window : (at ?? window);
  removeListener(end, event.type, onLast);
  addListener(end, event.type, onLast, { passive: true, once: !event.bubbles });
}

function openTurn(): void {
  turning = true;
  turn.port2.postMessage(null);
}

function onLast(event: Event): void {
  const place = open.indexOf(event);
  if (place === -1) return;
  takeIn();
  open = open.slice(0, place);
  if (open.length === 0) count();
}

function count(): void {
  lastAt = performance.now();
  if (!mark) return;
  const now = scheduled();
  putOff = {
    timers: putOff.timers + now.timers - mark.timers,
    frames: putOff.frames + now.frames - mark.frames,
  };
  mark = undefined;
}

/** The events that were under way are over, whether they reached their last listener or were stopped before. */
export function endTurn(): void {
  if (!turning) return;
  takeIn();
  if (open.length > 0) {
    open = [];
    count();
  }
  turning = false;
}

/** Does something in the action's name that no input event stands for: the listeners it wakes are its handlers. */
export function handle<T>(work: () => T): T {
  takeIn();
  const token = {};
  firstAt ||= performance.now();
  if (open.length === 0) mark = scheduled();
  open.push(token);
  try {
    return work();
  } finally {
    takeIn();
    open = open.slice(0, Math.max(0, open.indexOf(token)));
    if (open.length === 0) count();
  }
}

/** An event that says of itself what changed. */
function noteSign(event: Event, element: Element): void {
  if (event.type === 'input') onSign('value', element);
  if (event.type === 'focusin' && !landsWherePressed(element)) onSign('focus', element);
}

/** The browser moves the focus to what is pressed, whatever comes of it: that alone says something only of a field. */
function landsWherePressed(element: Element): boolean {
  return pressed !== undefined && isInside(pressed, element) && !isEditable(element);
}

/**
 * Whether the browser itself may write into a field because of where the action's events went: into that field, the control of its label, the
 * others of its radio group, or all of a form that is reset.
 */
export function mayWriteInto(field: Node): boolean {
  if (!(target instanceof Element)) return true;
  if (isInside(target, field) || isInside(field, target)) return true;
  const label = closestOf(target, 'label');
  const control = label?.control ?? target;
  if (control === field || isReset(control)) return true;
  const isRadio = (one: Node): one is HTMLInputElement => one instanceof HTMLInputElement && one.type === 'radio';
  return isRadio(control) && isRadio(field) && control.name === field.name;
}

function isReset(element: Element): boolean {
  const button = closestOf(element, 'button, input');
  return (button instanceof HTMLButtonElement || button instanceof HTMLInputElement) && button.type === 'reset';
}
