import { resolve } from 'node:path';
import { toFault } from '../../../core/errors.js';
import { suggestName } from '../../../core/words/suggest-name.js';
import { cleanText } from '../../../perception/quote-text.js';
import { readDayLedger } from '../../../rails/policy/day-ledger.js';
import { explain } from '../../../rails/policy/explain.js';
import { findDeadRules } from '../../../rails/policy/find-dead-rules.js';
import { findPolicy } from '../../../rails/policy/find-policy.js';
import { policyJsonSchema } from '../../../rails/policy/json-schema.js';
import { loadPolicy, policyFileName } from '../../../rails/policy/load-policy.js';
import { formatMoney } from '../../../rails/policy/money.js';
import { presets } from '../../../rails/policy/presets.js';
import { readSituation } from '../../../rails/policy/read-situation.js';
import type { Policy, PresetName } from '../../../rails/policy/schema.js';
import { defaultPolicy } from '../../../session/judging/default-policy.js';
import { builtinTools } from '../../../tools/builtin.js';
import { exitCodes } from '../../command-line/exit-codes.js';
import { openOutput } from '../output.js';

const maxLineLength = 400;

/** `handrail policy explain`: which rule decides on an action, and what would change the verdict. */
export function explainAction(
  words: readonly string[],
  { policy: given, json }: { policy?: string; json?: true },
): void {
  const output = openOutput();
  const time = new Date();
  const policy = findPolicy({ given, folder: process.cwd(), preset: defaultPolicy });
  const situation = readSituation(
    words.join(' '),
    new Map(builtinTools.map(({ name, safety }) => [name, safety])),
    time,
  );
  const { verdict, rule, reason, without, change } = explain(policy, situation, readDayLedger(time));
  const { assessment, kind, host, app } = situation;
  const { safety, classes, reason: evidence, amount } = assessment;
  if (json) {
    const facts = { verdict, rule, reason, policy: policy.name, kind, safety, classes, evidence, amount, host, app };
    output.write(`${JSON.stringify({ ...facts, without, change }, undefined, 2)}\n`);
    return;
  }
  const lines: [string, string | undefined][] = [
    ['verdict', verdict],
    ['rule', `${rule} of ${policy.name ?? 'the policy'}`],
    ['reason', reason],
    ['level', safety],
    ['classes', classes.length > 0 ? classes.join(', ') : 'none'],
    ['evidence', evidence],
    ['amount', amount && formatMoney(amount)],
    ['host', host],
    ['app', app],
    ['without it', without && `${without.verdict} by ${without.rule}: ${without.reason}`],
    [change?.do === 'deny' ? 'to deny it' : 'to allow it', change && JSON.stringify(change)],
    ['note', kind === 'action' ? requestNote : undefined],
    ['note', policy.atLeast && folderNote(policy.atLeast)],
  ];
  for (const [name, text] of lines)
    if (text !== undefined) output.write(`${name.padEnd(12)}${cleanText(text, maxLineLength)}\n`);
}

const requestNote = 'What it sends is decided on its own: handrail policy explain "POST https://…"';

function folderNote(preset: PresetName): string {
  return `${policyFileName} of a folder can only be stricter than ${preset}. In full: --policy ${policyFileName}`;
}

/** `handrail policy check`: prints what is wrong with a policy file. Returns the exit code. */
export function checkPolicy(file: string | undefined, { json }: { json?: true }): number {
  const output = openOutput();
  const path = file ?? policyFileName;
  let policy: Policy;
  try {
    policy = loadPolicy(resolve(path));
  } catch (error) {
    if (!json) throw error;
    output.write(`${JSON.stringify({ file: path, valid: false, error: toFault(error) }, undefined, 2)}\n`);
    return exitCodes.usage;
  }
  const warnings = [
    ...findDeadRules(policy).map(({ index, reason }) => `rules[${index}] never decides: ${reason}`),
    ...findUnknownTools(policy),
  ];
  if (json) output.write(`${JSON.stringify({ file: path, valid: true, warnings }, undefined, 2)}\n`);
  else {
    for (const warning of warnings) output.write(`warning: ${cleanText(warning, maxLineLength)}\n`);
    output.write(`${path} is valid: ${policy.rules?.length ?? 0} rules, ${warnings.length} warnings.\n`);
  }
  return exitCodes.done;
}

/** A program can have tools of its own, so an unknown name is not an error. */
function findUnknownTools({ rules = [] }: Policy): string[] {
  const names = builtinTools.map(({ name }) => name);
  return rules.flatMap(({ when }, index) =>
    [when.tool ?? []]
      .flat()
      .filter((tool) => !tool.includes('*') && !names.includes(tool))
      .map((tool) => {
        const near = suggestName(tool, names);
        return `rules[${index}]: there is no built-in tool "${tool}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
      }),
  );
}

/** `handrail policy presets`: what each preset does without rules. */
export function showPresets({ json }: { json?: true }): void {
  const output = openOutput();
  if (json) output.write(`${JSON.stringify(presets, undefined, 2)}\n`);
  else
    for (const [name, { description }] of Object.entries(presets))
      output.write(`${name.padEnd(9)}${description}${name === defaultPolicy ? ' (default)' : ''}\n`);
}

/** `handrail policy schema`: the JSON Schema for editors. */
export function showPolicySchema(): void {
  openOutput().write(`${JSON.stringify(policyJsonSchema(), undefined, 2)}\n`);
}
