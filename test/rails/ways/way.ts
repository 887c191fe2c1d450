import type { ActionInput, Session } from '../../../src/index.js';
import type { Purpose } from './purpose.js';

/** What a way does on the page. */
export interface Hands {
  session: Session;
  origin: string;
  purpose: Purpose;
  /** The control in the middle of the page. */
  control(): Promise<{ element: `el_${number}` }>;
  /** The text field above it. */
  field(): Promise<{ element: `el_${number}` }>;
  perform(action: ActionInput): Promise<void>;
  /** Waits on the page. */
  pause(seconds: number): Promise<void>;
}

/** A way in which an input makes a page send what it must not. */
export interface Way {
  name: string;
  html(purpose: Purpose): string;
  files?(purpose: Purpose): Readonly<Record<string, string>>;
  use(hands: Hands): Promise<void>;
  /** It sends an address: only for purposes that an address shows. */
  needsAddress?: boolean;
}

/** Where the control and the field are. */
export const place = { control: { x: 280, y: 220 }, field: { x: 280, y: 120 } };
export const controlStyle = 'position:absolute;left:200px;top:200px;width:160px;height:40px;';
const fieldStyle = 'position:absolute;left:200px;top:100px;width:160px;height:40px;box-sizing:border-box;';

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The control as an element with this name. */
export function control(purpose: Purpose, tag = 'button', attributes = ''): string {
  const { label, content, attributes: own = '' } = purpose;
  return `<${tag} id="go" style="${controlStyle}" ${own} ${attributes}>${content ?? escapeHtml(label)}</${tag}>`;
}

export const textField = `<input id="field" name="note" aria-label="Note" style="${fieldStyle}">`;

export function hiddenFields({ fields }: Purpose): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`)
    .join('');
}

/** A form that sends the fields of the purpose. */
export function form(purpose: Purpose, inner: string, attributes = ''): string {
  const { path, method } = purpose;
  const override =
    method && !['POST', 'GET'].includes(method) ? `<input type="hidden" name="_method" value="${method}">` : '';
  const how = method === 'GET' ? 'get' : 'post';
  return `<form id="form" method="${how}" action="${escapeHtml(path)}" ${attributes}>${hiddenFields(purpose)}${override}${inner}</form>`;
}

export function page(purpose: Purpose, body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Page</title><body>${purpose.before ?? ''}${body}`;
}
