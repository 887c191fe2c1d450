import { z } from 'zod';
import type { State } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { Rect } from '../../../core/geometry.js';
import type { ScreenNode } from '../../screen/screen.js';
import { roleOf } from './driver-roles.js';

const elementSchema = z.object({
  role: z.string(),
  label: z.string().nullish(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  element_token: z.string(),
  element_index: z.number(),
  depth: z.number().default(0),
  enabled: z.boolean().nullish(),
  selected: z.boolean().nullish(),
  focused: z.boolean().nullish(),
  expanded: z.boolean().nullish(),
  actions: z.array(z.string()).nullish(),
  frame: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }).nullish(),
});
/** One entry of a snapshot, in the driver's words. */
export type DriverElement = z.infer<typeof elementSchema>;

const stateSchema = z.object({
  elements: z.array(elementSchema).default([]),
  tree_markdown: z.string().default(''),
});

export interface DriverSnapshot {
  elements: DriverElement[];
  /** Things without a handle and without a place, among them most plain text, in the same order. */
  texts: { role: string; text: string }[];
  /** What the window itself is: 'frame', 'alert', 'AXSheet'. */
  root: string | undefined;
  /** Lines of the whole tree. */
  lines: number;
}

/** Reads an answer of get_window_state. */
export function readSnapshot(facts: Record<string, unknown>): DriverSnapshot {
  const parsed = stateSchema.safeParse(facts);
  if (!parsed.success) {
    throw new HandrailError('driver_failed', 'The desktop driver described a window in a form that is not known.');
  }
  const { elements, tree_markdown: tree } = parsed.data;
  const lines = tree.split('\n').filter((line) => line.trim() !== '');
  const texts = lines.flatMap((line) => {
    const [, role, text] = /^\s*- ([^["=]+?) = "(.*)"/.exec(line) ?? [];
    return role !== undefined && text?.trim() ? [{ role, text: text.trim() }] : [];
  });
  return { elements, texts, root: /^- (?:\[\d+\] )?([^"=]+?)(?: =| "|$)/m.exec(tree)?.[1], lines: lines.length };
}

/** The driver gives some of these a number that says nothing. */
const withoutValue = new Set<ScreenNode['role']>(['Menu', 'MenuItem', 'Button', 'Tab', 'Container', 'Toolbar']);

const interactiveKinds = /^(slider|scroll bar|terminal)$/;

/** An entry of a snapshot as a node. */
export function nodeOf(element: DriverElement, key: string, window: string): ScreenNode {
  const { role, kind, isField, isPassword, isMultiline } = roleOf(element.role);
  const { name, value } = wordsOf(element, isField);
  const states: State[] = [];
  if (element.enabled === false) states.push('disabled');
  if (element.focused) states.push('focused');
  if (element.expanded !== undefined && element.expanded !== null) {
    states.push(element.expanded ? 'expanded' : 'collapsed');
  }
  const isTicked = role === 'Checkbox' || role === 'Radio' ? tickOf(element) : undefined;
  if (isTicked !== undefined) states.push(isTicked);
  else if (element.selected) states.push('selected');
  if (isMultiline) states.push('multiline');
  if (isPassword) states.push('password');
  const node: ScreenNode = {
    key,
    window,
    role,
    name,
    states,
    interactive: isInteractive(element, role, kind),
  };
  if (kind !== undefined) node.kind = kind;
  if (value !== undefined && !isPassword && isTicked === undefined && !withoutValue.has(role)) node.value = value;
  const bounds = boundsOf(element);
  if (bounds) node.bounds = bounds;
  return node;
}

/** AT-SPI has no title for a field: the driver puts its text there, and the value of a scroll bar. */
export function wordsOf({ label, value, role }: DriverElement, isField: boolean): { name: string; value?: string } {
  const text = value === undefined || value === null ? undefined : String(value);
  const isTextOfField = isField && text === undefined && !role.startsWith('AX');
  if (isTextOfField) return { name: '', value: label ?? '' };
  const name = label === text ? '' : (label ?? '').trim();
  return text === undefined ? { name } : { name, value: text };
}

export function boundsOf({ frame }: DriverElement): Rect | undefined {
  if (!frame || frame.w <= 0 || frame.h <= 0) return undefined;
  return { x: frame.x, y: frame.y, width: frame.w, height: frame.h };
}

function tickOf({ value, selected }: DriverElement): State | undefined {
  const said = String(value ?? '').toLowerCase();
  if (['1', 'on', 'true', 'checked'].includes(said)) return 'checked';
  if (['0', 'off', 'false', 'unchecked'].includes(said)) return 'unchecked';
  if (['2', 'mixed', 'indeterminate'].includes(said)) return 'mixed';
  return selected ? 'checked' : undefined;
}

function isInteractive({ actions }: DriverElement, role: ScreenNode['role'], kind: string | undefined): boolean {
  if (['Text', 'Image', 'Container'].includes(role)) return (actions ?? []).length > 0;
  return role !== 'Other' || (actions ?? []).length > 0 || interactiveKinds.test(kind ?? '');
}
