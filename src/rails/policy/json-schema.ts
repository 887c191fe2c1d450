import { z } from 'zod';
import { policySchema } from './schema.js';

/** The JSON Schema of a policy file. An editor uses it to complete and check keys. */
export function policyJsonSchema(): Record<string, unknown> {
  return { title: 'Policy of Handrail', ...z.toJSONSchema(policySchema, { target: 'draft-7', io: 'input' }) };
}
