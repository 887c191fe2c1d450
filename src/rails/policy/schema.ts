import { z } from 'zod';
import { actionTypes } from '../../core/action.js';
import { riskClasses } from '../../core/risk/risk-class.js';
import { safetyLevels } from '../../core/safety.js';
import { suggestName } from '../../core/words/suggest-name.js';
import { parseHostPattern } from './host-pattern.js';
import { parseMoney } from './money.js';

/** What each preset does without rules. */
export const presetNames = ['watch', 'careful', 'trusted', 'open'] as const;
export type PresetName = (typeof presetNames)[number];

export const policyVerdicts = ['allow', 'ask', 'deny'] as const;
export type PolicyVerdict = (typeof policyVerdicts)[number];

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const verdict = z.enum(policyVerdicts);

/** One value or a list of values. */
function oneOrMore<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.array(schema).min(1)]);
}

const hostPattern = z.string().refine((text) => parseHostPattern(text) !== undefined, {
  error: (issue) =>
    `"${String(issue.input)}" is not a host: use shop.example, *.shop.example or localhost:3000, without scheme and path`,
});
const namePattern = z
  .string()
  .regex(/^[\w* .:/-]+$/, { error: (issue) => `"${String(issue.input)}" is not a name; the only wildcard is *` });
const money = z.union([z.number().min(0), z.string()]).refine((value) => parseMoney(value) !== undefined, {
  error: (issue) => `${JSON.stringify(issue.input)} is not an amount: use 50 or "50 EUR"`,
});
const hours = z
  .string()
  .refine((text) => /^(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text), {
    error: (issue) => `"${String(issue.input)}" is not a time of day: use "08:00-18:00"`,
  });
const action = z.string().refine((name) => actionTypes.includes(name), {
  error: (issue) => describeAction(String(issue.input)),
});

function describeAction(name: string): string {
  const near = suggestName(name, actionTypes);
  return `there is no action "${name}"${near === undefined ? `; valid: ${actionTypes.join(', ')}` : `; did you mean "${near}"?`}`;
}

/** Local time. */
export const timeSchema = z.strictObject({
  hours: hours.optional(),
  weekdays: z.array(z.enum(weekdays)).min(1).optional(),
});

export const conditionSchema = z.strictObject({
  class: oneOrMore(z.enum(riskClasses)).optional(),
  /** At least this safety level. */
  level: z.enum(safetyLevels).optional(),
  host: oneOrMore(hostPattern).optional(),
  app: oneOrMore(namePattern).optional(),
  /** For the class `cross_origin_data`: where the data was read: a host or `app:name`. */
  from: oneOrMore(z.union([hostPattern, namePattern])).optional(),
  tool: oneOrMore(namePattern).optional(),
  action: oneOrMore(action).optional(),
  amountAbove: money.optional(),
  amountUpTo: money.optional(),
  time: timeSchema.optional(),
  /** How often the class was allowed in this run, including this time. */
  countAbove: z.int().min(0).optional(),
  countUpTo: z.int().min(0).optional(),
});
export type Condition = z.infer<typeof conditionSchema>;

export const ruleSchema = z.strictObject({
  when: conditionSchema,
  do: verdict,
  reason: z.string().min(1).optional(),
});
export type Rule = z.infer<typeof ruleSchema>;

export const limitSchema = z.strictObject({
  actionsPerMinute: z.int().min(1).optional(),
  money: money.optional(),
  consequentialActions: z.int().min(0).optional(),
});
export type Limit = z.infer<typeof limitSchema>;

/** `named`: only addresses that the task, the caller or the policy names. */
const addressChoice = z.enum(['named', 'ask', 'allow', 'deny']);

export const limitsSchema = z.strictObject({
  perHost: limitSchema.optional(),
  perRun: limitSchema.optional(),
  perDay: limitSchema.optional(),
});

export const addressesSchema = z.strictObject({
  /** Only these, and those of `named`. */
  allow: z.array(hostPattern).optional(),
  /** Never these. */
  deny: z.array(hostPattern).optional(),
  /** These, even if they lead to this machine or to a private network. */
  named: z.array(hostPattern).optional(),
  /** Addresses of this machine. Default `ask`. */
  loopback: addressChoice.optional(),
  /** Private, link-local and reserved addresses. Default `named`. */
  private: addressChoice.optional(),
});

export const policySchema = z.strictObject({
  $schema: z.string().optional(),
  /** For messages: the file or preset it comes from. */
  name: z.string().min(1).optional(),
  preset: z.enum(presetNames).optional(),
  /** No verdict is looser than that of this preset. */
  atLeast: z.enum(presetNames).optional(),
  /** The verdict where no rule matches, instead of the one of the preset. */
  otherwise: verdict.optional(),
  rules: z.array(ruleSchema).optional(),
  limits: limitsSchema.optional(),
  addresses: addressesSchema.optional(),
});
/** A policy as in `handrail.policy.json`. Plain data: it can be recorded and loaded again. */
export type Policy = z.infer<typeof policySchema>;
