import { createHash } from 'node:crypto';
import type { Policy } from './schema.js';

/** A policy as the record of a run contains it. */
export interface PolicyRecord {
  type: 'policy';
  name: string;
  /** SHA-256 of the content, without its name. */
  digest: string;
  policy: Policy;
}

export function recordOf({ name = 'policy', ...content }: Policy): PolicyRecord {
  const digest = createHash('sha256')
    .update(JSON.stringify(sortKeys(content)))
    .digest('hex');
  return { type: 'policy', name, digest, policy: content };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sortKeys(part)]),
  );
}
