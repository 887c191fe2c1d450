import { z } from 'zod';
import type { Claim } from './completion-check.js';

/** Tells a model in which form to answer. */
export function describeAnswer(schema: z.ZodType): string {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return `The final answer must be JSON that fits this JSON Schema, and nothing else: ${JSON.stringify(json)}`;
}

/** The claim with data that matches the schema, or what is wrong with it. */
export function readAnswer(claim: Claim, schema: z.ZodType): { claim: Claim } | { problem: string } {
  const given = claim.data ?? claim.answer;
  const direct = schema.safeParse(given);
  if (direct.success) return { claim: { ...claim, data: direct.data } };
  const json = typeof given === 'string' ? parseJson(given) : undefined;
  const parsed = json === undefined ? direct : schema.safeParse(json);
  if (parsed.success) return { claim: { ...claim, data: parsed.data } };
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.');
  return { problem: `the answer does not match the schema: ${path ? `${path}: ` : ''}${issue?.message}.` };
}

/** The JSON value of a text, also inside a code block. */
function parseJson(text: string): unknown {
  const inner = /^\s*```(?:json)?\s*\n(.*?)```\s*$/s.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(inner);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
