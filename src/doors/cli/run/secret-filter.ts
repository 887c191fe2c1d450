import type { RunEvent } from '../../../agent/events.js';
import { type Element, isSecretField } from '../../../core/element.js';
import { isRecord } from '../../../core/is-record.js';
import { environmentSecrets } from '../../../journal/redaction/environment-secrets.js';
import { createRedactor } from '../../../journal/redaction/redact.js';
import {
  findPasswordBounds,
  findSecretsByPosition,
  type PasswordBounds,
} from '../../../journal/redaction/secrets-by-position.js';
import { callInput } from '../../../models/adapter/calls.js';
import type { Call } from '../../../models/model.js';

/** Removes the same secrets as the journal from what is shown of a run. */
export interface SecretFilter {
  /** Converts an event to data without secrets, pictures and the list of elements. */
  redactEvent(event: RunEvent): Record<string, unknown>;
  redactText(text: string): string;
}

export function createSecretFilter(): SecretFilter {
  const redactor = createRedactor(environmentSecrets());
  let passwordFields: PasswordField[] = [];
  let passwordBounds: PasswordBounds = [];

  /** Learns what the model is about to type into password fields. Only the observation tells which fields these are. */
  function collectSecrets(event: RunEvent): void {
    passwordBounds = findPasswordBounds({ ...event }) ?? passwordBounds;
    if (event.type === 'observed') passwordFields = event.observation.elements.filter(isSecretField);
    if (event.type !== 'model_replied') return;
    const typed = event.calls.flatMap((call) => findTypedPasswords(call, passwordFields));
    for (const secret of [...typed, ...findSecretsByPosition(event.calls, passwordBounds)]) redactor.addSecret(secret);
  }

  return {
    redactEvent(event) {
      collectSecrets(event);
      if (event.type !== 'observed') return redactor.redact({ ...event });
      const { url, title, total } = event.observation;
      return redactor.redact({ ...event, observation: { url, title, total } });
    },
    redactText: (text) => String(redactor.redact({ type: 'line', text }).text),
  };
}

type PasswordField = Pick<Element, 'id' | 'name'>;

function findTypedPasswords(call: Call, passwordFields: readonly PasswordField[]): string[] {
  const { selector, target, fields, text, value } = callInput(call);
  const where = isRecord(target) ? target.element : selector;
  const named = isRecord(fields) ? Object.entries(fields) : [];
  return [[where, text], [where, value], ...named].flatMap(([field, typed]) =>
    typeof typed === 'string' && typed !== '' && isPasswordField(field, passwordFields) ? [typed] : [],
  );
}

function isPasswordField(field: unknown, passwordFields: readonly PasswordField[]): boolean {
  if (typeof field !== 'string') return false;
  const phrase = field.toLowerCase();
  return passwordFields.some(({ id, name }) => field === id || (name !== '' && phrase.includes(name.toLowerCase())));
}
