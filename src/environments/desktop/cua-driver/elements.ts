import { z } from 'zod';
import type { State } from '../../../core/element.js';
import type { Rect } from '../../../core/geometry.js';
import type { ScreenNode } from '../../screen/screen.js';
import { parseRole } from './roles.js';
import { unknownFormat } from './windows.js';

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
/** An element of a snapshot in the driver's format. */
export type DriverElement = z.infer<typeof elementSchema>;

const stateSchema = z.object({
  elements: z.array(elementSchema).default([]),
  tree_markdown: z.string().default(''),
});

export interface DriverSnapshot {
  elements: DriverElement[];
  /** Texts without a handle and without bounds, in tree order. Most static text is here. */
  texts: { role: string; text: string }[];
  /** The role of the window itself: 'frame', 'alert', 'AXSheet'. */
  rootRole: string | undefined;
  /** Number of lines of the whole tree. */
  lineCount: number;
}

/** Parses a reply of get_window_state. */
export function parseSnapshot(data: Record<string, unknown>): DriverSnapshot {
  const parsed = stateSchema.safeParse(data);
  if (!parsed.success) throw unknownFormat('a window');
  const { elements, tree_markdown: tree } = parsed.data;
  const lines = tree.split('\n').filter((line) => line.trim() !== '');
  const texts = lines.flatMap((line) => {
    const [, role, text] = /^\s*- ([^["=]+?) = "(.*)"/.exec(line) ?? [];
    return role !== undefined && text?.trim() ? [{ role, text: text.trim() }] : [];
  });
  const rootRole = /^- (?:\[\d+\] )?([^"=]+?)(?: =| "|$)/m.exec(tree)?.[1];
  return { elements, texts, rootRole, lineCount: lines.length };
}

/** For these roles the driver reports a number without meaning as the value. */
const rolesWithoutValue = new Set<ScreenNode['role']>(['Menu', 'MenuItem', 'Button', 'Tab', 'Container', 'Toolbar']);

const interactiveKinds = /^(slider|scroll bar|terminal)$/;

/** Converts an element of a snapshot into a node. */
export function toNode(element: DriverElement, key: string, window: string): ScreenNode {
  const { role, kind, isField, isPassword, isMultiline } = parseRole(element.role);
  const { name, value } = readTexts(element, isField);
  const states: State[] = [];
  if (element.enabled === false) states.push('disabled');
  if (element.focused) states.push('focused');
  if (typeof element.expanded === 'boolean') states.push(element.expanded ? 'expanded' : 'collapsed');
  const checkState = role === 'Checkbox' || role === 'Radio' ? readCheckState(element) : undefined;
  if (checkState !== undefined) states.push(checkState);
  else if (element.selected) states.push('selected');
  if (isMultiline) states.push('multiline');
  if (isPassword) states.push('password');
  const node: ScreenNode = { key, window, role, name, states, interactive: isInteractive(element, role, kind) };
  if (kind !== undefined) node.kind = kind;
  if (value !== undefined && !isPassword && checkState === undefined && !rolesWithoutValue.has(role))
    node.value = value;
  const bounds = toBounds(element);
  if (bounds) node.bounds = bounds;
  return node;
}

/** The name and value of an element. With AT-SPI, the driver puts the text of a field into the label. */
export function readTexts({ label, value, role }: DriverElement, isField: boolean): { name: string; value?: string } {
  const text = value === undefined || value === null ? undefined : String(value);
  if (isField && text === undefined && !role.startsWith('AX')) return { name: '', value: label ?? '' };
  const name = label === text ? '' : (label ?? '').trim();
  return text === undefined ? { name } : { name, value: text };
}

function toBounds({ frame }: DriverElement): Rect | undefined {
  if (!frame || frame.w <= 0 || frame.h <= 0) return undefined;
  return { x: frame.x, y: frame.y, width: frame.w, height: frame.h };
}

function readCheckState({ value, selected }: DriverElement): State | undefined {
  const text = String(value ?? '').toLowerCase();
  if (['1', 'on', 'true', 'checked'].includes(text)) return 'checked';
  if (['0', 'off', 'false', 'unchecked'].includes(text)) return 'unchecked';
  if (['2', 'mixed', 'indeterminate'].includes(text)) return 'mixed';
  return selected ? 'checked' : undefined;
}

function isInteractive({ actions }: DriverElement, role: ScreenNode['role'], kind: string | undefined): boolean {
  const hasActions = (actions ?? []).length > 0;
  if (['Text', 'Image', 'Container'].includes(role)) return hasActions;
  return role !== 'Other' || hasActions || interactiveKinds.test(kind ?? '');
}
