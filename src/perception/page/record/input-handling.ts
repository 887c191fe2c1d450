import { flatParent, focusedElement, isInside } from '../dom/flat-tree.js';
import { activeElement, pageBody } from '../dom/native-document.js';
import { addListener, dispatch, removeListener } from '../dom/native-node.js';
import { closestOf, matchesSelector } from '../dom/native-query.js';
import { isEditable } from '../naming/states.js';
import type { RecordedMutation } from '../recorded-changes.js';
import { endIdle, startIdle } from './ambient-timers.js';
import { endHandlerWork, ignoreHandlerWork, resetHandlerWork, startHandlerWork } from './handler-work.js';
import { inputEvents } from './input-events.js';

/**
 * Tracks whether the page's handlers are running for an input event of the action. No task of the page can run between the first and the
 * last listener of an event, so the action caused whatever changes there, and whatever the handlers schedule.
 *
 * `handlers`: between the first and the last listener. `default`: the browser's default action after them (a box is checked, a dialog
 * closes), until the page can run another task. `late`: after that. `idle`: no action is running.
 */
export type HandlingPhase = 'handlers' | 'default' | 'late' | 'idle';

/** An action that was never ended is over after this time. */
const maxActionMs = 30_000;

/** What is known about the input of the current action. */
interface ActionInput {
  startedAt: number;
  eventCount: number;
  firstEventAt: number;
  lastEventAt: number;
  /** An event other than a pointer move was received. */
  hasNonMoveEvent: boolean;
  /** An event scrolls without any script. */
  scrollsNatively: boolean;
  pressedNode?: Node;
  target?: EventTarget;
}

let action: ActionInput = newAction(0);
let isOver = true;
/** Events whose last listener was not reached yet: nested ones, and those whose propagation was stopped. */
let openEvents: unknown[] = [];
let isDefaultPhase = false;

/** Records the changes up to now, in the phase that ends now. */
let recordChanges: () => void = () => undefined;
let onChangeEvent: (kind: RecordedMutation['kind'], element: Element) => void = () => undefined;

const nextTask = new MessageChannel();
nextTask.port1.onmessage = endDefaultPhase;

function newAction(startedAt: number): ActionInput {
  return {
    startedAt,
    eventCount: 0,
    firstEventAt: 0,
    lastEventAt: 0,
    hasNonMoveEvent: false,
    scrollsNatively: false,
  };
}

/** Installs the listeners. `report` receives events that themselves say what changed. */
export function initInputHandling(record: () => void, report: typeof onChangeEvent): void {
  recordChanges = record;
  onChangeEvent = report;
  addInputListeners();
}

/** Repeated before each action: `document.open` removes all listeners. Existing ones are not added twice. */
function addInputListeners(): void {
  for (const type of inputEvents) window.addEventListener(type, onFirstListener, { capture: true, passive: true });
}

export function handlingPhase(): HandlingPhase {
  if (isOver || performance.now() - action.startedAt > maxActionMs) return 'idle';
  if (openEvents.length > 0) return 'handlers';
  return isDefaultPhase ? 'default' : 'late';
}

export function startHandling(now: number): void {
  addInputListeners();
  endDefaultPhase();
  if (isOver) endIdle();
  resetHandlerWork();
  action = newAction(now);
  isOver = false;
}

/** The action was reported: later changes belong to the page. */
export function endHandling(): void {
  endDefaultPhase();
  if (!isOver) startIdle();
  isOver = true;
}

export function actionStartedAt(): number {
  return action.startedAt;
}

/** When the first handler started and the last one returned, on this document's clock. */
export function handlersStartedAt(): number {
  return action.firstEventAt;
}

export function handlersEndedAt(): number {
  return action.lastEventAt;
}

/** The kind of the input: a pointer that moves, a press, or keys. */
export function inputKind(): 'move' | 'press' | 'keys' {
  if (!action.hasNonMoveEvent) return 'move';
  return action.pressedNode ? 'press' : 'keys';
}

/** How many events the handlers received, and when they ran (milliseconds since 1970). */
export function handlingSummary(): { inputs: number; from: number; to: number } {
  const { eventCount, firstEventAt, lastEventAt } = action;
  const { timeOrigin } = performance;
  return { inputs: eventCount, from: timeOrigin + firstEventAt, to: timeOrigin + lastEventAt };
}

/** Whether the action is of a kind that scrolls without any script. */
export function hadScrollInput(): boolean {
  return action.scrollsNatively;
}

/** Dispatches the driver's probe event where the input went. Returns whether the browser has a default action there. */
export function probeLastTarget({ event }: { event: string }): boolean {
  const target = action.target ?? activeElement() ?? document;
  dispatch(target, new Event(event, { composed: true }));
  return target instanceof Node && hasDefaultAction(target);
}

/** Dispatches the event where keys go now. */
export function probeFocus({ event }: { event: string }): void {
  dispatch(focusedElement() ?? pageBody() ?? document, new Event(event, { composed: true }));
}

const defaultActionSelector =
  'a[href], button[type=submit], form button:not([type]), input, select, textarea, summary, label, video, audio, iframe, embed, object';

function hasDefaultAction(node: Node): boolean {
  for (let current: Node | null = node; current; current = flatParent(current))
    if (current instanceof Element && matchesSelector(current, defaultActionSelector)) return true;
  return false;
}

function isMove(event: Event): boolean {
  return /^(pointer|mouse)(move|over|enter|out|leave)$/.test(event.type);
}

function isDragging(event: Event): boolean {
  return event instanceof MouseEvent && event.buttons !== 0 && isMove(event);
}

function onFirstListener(event: Event): void {
  if (handlingPhase() === 'idle') return;
  // The browser has just changed a value, with or without input.
  const isValueEvent = event.isTrusted && (event.type === 'input' || event.type === 'change');
  if (isValueEvent && !isDefaultPhase) startDefaultPhase();
  recordChanges();
  const target = event.composedPath()[0];
  if (target instanceof Element) reportChangeEvent(event, target);
  if (!event.isTrusted || event.type === 'focusin' || event.type === 'focusout') return;
  noteInput(event, target);
  if (openEvents.length === 0) isDragging(event) ? ignoreHandlerWork() : startHandlerWork(event.type);
  openEvents.push(event);
  if (!isDefaultPhase) startDefaultPhase();
  // Removed and added again, this listener is the last one.
  const lastTarget = event.bubbles ? window : (target ?? window);
  removeListener(lastTarget, event.type, onLastListener);
  addListener(lastTarget, event.type, onLastListener, { passive: true, once: !event.bubbles });
}

function noteInput(event: Event, target: EventTarget | undefined): void {
  const now = performance.now();
  action.eventCount += 1;
  action.firstEventAt ||= now;
  action.lastEventAt = now;
  // A page that scrolls under a resting pointer receives move events too.
  if (target !== window && (!isMove(event) || !action.hasNonMoveEvent)) action.target = target;
  action.hasNonMoveEvent ||= !isMove(event);
  action.scrollsNatively ||= /^(wheel|keydown)$/.test(event.type) || isDragging(event);
  if (/^(pointer|mouse)down$/.test(event.type) && target instanceof Node) action.pressedNode = target;
}

function startDefaultPhase(): void {
  isDefaultPhase = true;
  nextTask.port2.postMessage(null);
}

function onLastListener(event: Event): void {
  const index = openEvents.indexOf(event);
  if (index === -1) return;
  recordChanges();
  openEvents = openEvents.slice(0, index);
  if (openEvents.length === 0) endHandlers();
}

function endHandlers(): void {
  action.lastEventAt = performance.now();
  endHandlerWork();
}

/** Ends the open events too: those that did not reach their last listener were stopped. */
export function endDefaultPhase(): void {
  if (!isDefaultPhase) return;
  recordChanges();
  if (openEvents.length > 0) {
    openEvents = [];
    endHandlers();
  }
  isDefaultPhase = false;
}

/** Runs work of the action that has no input event. The listeners that it triggers count as handlers of the action. */
export function runAsHandler<T>(work: () => T): T {
  recordChanges();
  const token = {};
  action.firstEventAt ||= performance.now();
  if (openEvents.length === 0) startHandlerWork('');
  openEvents.push(token);
  try {
    return work();
  } finally {
    recordChanges();
    openEvents = openEvents.slice(0, Math.max(0, openEvents.indexOf(token)));
    if (openEvents.length === 0) endHandlers();
  }
}

function reportChangeEvent(event: Event, element: Element): void {
  if (event.type === 'input') onChangeEvent('value', element);
  if (event.type === 'focusin' && !isFocusedByPress(element)) onChangeEvent('focus', element);
}

/** The browser focuses whatever is pressed. Only for a field is that an effect. */
function isFocusedByPress(element: Element): boolean {
  return action.pressedNode !== undefined && isInside(action.pressedNode, element) && !isEditable(element);
}

/**
 * Whether the browser itself may write into a field because of the action's target: the field, the control of a label, the others of a
 * radio group, or all fields of a form that is reset.
 */
export function mayWriteInto(field: Node): boolean {
  const { target } = action;
  if (!(target instanceof Element)) return true;
  if (isInside(target, field) || isInside(field, target)) return true;
  const control = closestOf(target, 'label')?.control ?? target;
  if (control === field || isReset(control)) return true;
  const isRadio = (node: Node): node is HTMLInputElement => node instanceof HTMLInputElement && node.type === 'radio';
  return isRadio(control) && isRadio(field) && control.name === field.name;
}

function isReset(element: Element): boolean {
  const button = closestOf(element, 'button, input');
  return (button instanceof HTMLButtonElement || button instanceof HTMLInputElement) && button.type === 'reset';
}
