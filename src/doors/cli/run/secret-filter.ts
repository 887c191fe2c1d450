import { environmentSecrets } from '../../../agent/dotenv.js';
import type { RunEvent } from '../../../agent/events.js';
import type { Element } from '../../../core/element.js';
import { isRecord } from '../../../core/record.js';
import { createRedactor } from '../../../journal/redaction/redact.js';
import { byPlace, type PasswordPlaces, passwordPlacesIn } from '../../../journal/redaction/secrets-by-place.js';
import { inputOf } from '../../../models/adapter/name-call.js';
import type { Call } from '../../../models/model.js';

/** What may be shown of a run: as in its journal, secrets are left out of all lines. */
export interface Discretion {
  /** An event as data, without secrets, pictures or the list of elements. */
  event(event: RunEvent): Record<string, unknown>;
  /** A line without secrets. */
  line(text: string): string;
}

export function createDiscretion(): Discretion {
  const redactor = createRedactor(environmentSecrets());
  let passwordFields: PasswordField[] = [];
  let places: PasswordPlaces = [];

  /** A field that shows dots is known by the page alone: what is typed there must not be shown even before it is typed. */
  function learn(event: RunEvent): void {
    places = passwordPlacesIn({ ...event }) ?? places;
    if (event.type === 'observed')
      passwordFields = event.observation.elements.filter(({ states }) => states.includes('password'));
    if (event.type === 'replied')
      for (const secret of [
        ...event.calls.flatMap((call) => typedInto(call, passwordFields)),
        ...byPlace(event.calls, places),
      ])
        redactor.hide(secret);
  }

  return {
    event(event) {
      learn(event);
      if (event.type !== 'observed') return redactor.entry({ ...event });
      const { url, title, total } = event.observation;
      return redactor.entry({ ...event, observation: { url, title, total } });
    },
    line: (text) => String(redactor.entry({ type: 'line', text }).text),
  };
}

type PasswordField = Pick<Element, 'id' | 'name'>;

function typedInto(call: Call, passwordFields: readonly PasswordField[]): string[] {
  const given = inputOf(call);
  const { selector, target, fields, text, value } = given;
  const place = isRecord(target) ? target.element : selector;
  const named = isRecord(fields) ? Object.entries(fields) : [];
  return [[place, text], [place, value], ...named].flatMap(([where, typed]) =>
    typeof typed === 'string' && typed !== '' && isOneOf(passwordFields, where) ? [typed] : [],
  );
}

function isOneOf(passwordFields: readonly PasswordField[], where: unknown): boolean {
  if (typeof where !== 'string') return false;
  const words = where.toLowerCase();
  return passwordFields.some(({ id, name }) => where === id || (name !== '' && words.includes(name.toLowerCase())));
}
