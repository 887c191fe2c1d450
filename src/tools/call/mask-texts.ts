import { isRecord } from '../../core/is-record.js';
import { createSecretMask, type SecretMask } from '../../journal/redaction/secret-mask.js';

export { mask } from '../../journal/redaction/secret-mask.js';

/** Masks secrets in all strings of a value: those of this call and those of the session. */
export function maskTexts<Value>(value: Value, hidden: ReadonlySet<string>, ofSession?: SecretMask): Value {
  const masks = [...(hidden.size > 0 ? [createSecretMask(hidden)] : []), ...(ofSession ? [ofSession] : [])];
  return masks.reduce((masked, one) => maskValue(masked, one) as Value, value);
}

function maskValue(value: unknown, secrets: SecretMask): unknown {
  if (typeof value === 'string') return secrets.apply(value);
  if (Array.isArray(value)) return value.map((one) => maskValue(one, secrets));
  if (!isRecord(value) || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskValue(one, secrets)]));
}
