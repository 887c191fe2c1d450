import { createHash } from 'node:crypto';
import type { Action } from '../../core/action.js';
import type { RequestUse, ToolUse } from '../../rails/gate.js';
import type { ResolvedTarget, TargetPart } from './resolve-target.js';

/** What an approval counts for. */
export interface Binding {
  /** Target, form, address and values. */
  digest: string;
  /** The target alone, without values: what an approval for the rest of the run covers. */
  target: string;
  /** Where the action or the forms of its target send to, as method, host and path: a person sees it, so that its request is approved, too. */
  sends: readonly string[];
}

/** The digest of an action or a tool call on its resolved target. */
export function bindAction(action: Action | ToolUse, { view, parts }: ResolvedTarget): Binding {
  const { url, app, modal } = view;
  const place = [url ?? '', app ?? '', url === undefined ? (view.title ?? '') : '', modal?.kind, modal?.text];
  return {
    digest: hash([action, place, parts.map(toContent)]),
    target: hash([withoutValues(action, parts.length > 0), hostOf(url) ?? app, parts.map(toIdentity)]),
    sends: [
      ...(action.type === 'navigate' ? [toDestination('GET', action.url)] : []),
      ...parts.flatMap(({ facts }) => (facts?.form ? [toDestination(facts.form.method, facts.form.action)] : [])),
    ],
  };
}

/** The digest of a request. It is held until the answer, so it cannot change. */
export function bindRequest({ method, url, kind, fields, cause }: RequestUse, body: string | undefined): Binding {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: url, pathname: '' };
  return {
    digest: hash([method, url, kind, fields, body]),
    target: hash([method, host, pathname, kind, cause, fields.map(({ name }) => name)]),
    sends: [],
  };
}

/** What a request and a form have in common: method, host and path. */
export function toDestination(method: string, url: string): string {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: url };
  return `${method} ${host}${pathname}`;
}

function toContent({ id, facts, element }: TargetPart): unknown {
  if (facts) return [id, facts.role, facts.name, facts.text, facts.documentUrl, facts.href, facts.form];
  return [id, element?.role, element?.name, element?.text, element?.value];
}

function toIdentity({ id, facts, element }: TargetPart): unknown {
  if (!facts) return [id, element?.role, element?.name];
  const { role, name, text, documentUrl, href, form } = facts;
  return [id, role, name, text, hostOf(documentUrl), href, form && [form.id, form.method, form.action]];
}

/** The values that an action enters are not a part of its target. The input of a tool without a target is all that identifies it. */
function withoutValues(action: Action | ToolUse, hasTarget: boolean): unknown {
  if (action.type === 'tool') return hasTarget ? [action.tool] : action;
  return Object.entries(action).filter(([name]) => name !== 'text' && name !== 'value');
}

export function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host || undefined : undefined;
}

function hash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
