import { isRecord } from '../../../core/is-record.js';
import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';
import { splitIdentifier } from './identifiers.js';

/** One value that a request sends, with the words of its name. */
export interface Field {
  name: string;
  words: readonly string[];
  value: string;
  /** The words of the objects of a JSON body that contain it, outermost first. */
  path: readonly string[];
}

/** The limits of what is read of a body. */
const maxBodyCharacters = 200_000;
const maxFields = 300;
const maxDepth = 6;

/** The body as JSON. Undefined if it is none. */
export function readJsonBody({ body, contentType }: OutgoingRequest): unknown {
  if (body === undefined || body.length > maxBodyCharacters) return undefined;
  if (!/json|text\/plain|^$/i.test(contentType) && !/^\s*[{[]/.test(body)) return undefined;
  try {
    return JSON.parse(body.replace(/^\)\]\}'?,?\s*/, ''));
  } catch {
    return undefined; // another format
  }
}

/** All fields of a request: those of the form and the leaves of a JSON body. */
export function readFields(request: OutgoingRequest, json: unknown): Field[] {
  const fields = request.fields.map(({ name, value }) => toField(name, value));
  if (json !== undefined) collectLeaves(json, '', fields, []);
  else if (request.fields.length === 0 && request.body !== undefined && isForm(request))
    for (const [name, value] of new URLSearchParams(request.body.slice(0, maxBodyCharacters)))
      if (fields.length < maxFields) fields.push(toField(name, value));
  return fields;
}

function isForm({ contentType, body = '' }: OutgoingRequest): boolean {
  return /x-www-form-urlencoded/i.test(contentType) || /^[\w.[\]%$-]+=[^\n]*$/.test(body.slice(0, 2_000));
}

export function toField(name: string, value: string, path: readonly string[] = []): Field {
  return { name, words: splitIdentifier(name), value, path };
}

function collectLeaves(value: unknown, name: string, fields: Field[], path: readonly string[]): void {
  if (fields.length >= maxFields || path.length > maxDepth) return;
  if (!Array.isArray(value) && !isRecord(value)) {
    if (name !== '') fields.push(toField(name, String(value), path));
    return;
  }
  const inner = name === '' ? path : [...path, splitIdentifier(name).join(' ')];
  if (Array.isArray(value)) for (const one of value) collectLeaves(one, name, fields, inner);
  else for (const [key, one] of Object.entries(value)) collectLeaves(one, key, fields, inner);
}

/** Names of fields that carry tokens of the framework, not data of the user. */
const technicalName =
  /^(?:_?csrf\w*|csrf-?token|xsrf\w*|authenticity_token|csrfmiddlewaretoken|__RequestVerificationToken|__VIEWSTATE\w*|__EVENTVALIDATION|__SCROLLPOSITION[XY]|__PREVIOUSPAGE|__LASTFOCUS|javax\.faces\.\w+|utf8|_wpnonce|_wp_http_referer|form_build_id|form_token|nonce|_token|sesskey|security|timestamp|_|t|ts|v|version|lang|locale|_locale|format|callback|captcha|g-recaptcha-response|h-captcha-response|cf-turnstile-response)$/i;

export function isTechnical({ name }: Field): boolean {
  return technicalName.test(name);
}
