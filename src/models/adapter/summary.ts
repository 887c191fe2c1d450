import { cutText } from '../../core/boundary.js';
import { isRecord } from '../../core/is-record.js';
import type { CallResult } from '../model.js';
import { describeCall } from './calls.js';
import type { Exchange } from './conversation.js';

const maxLines = 40;
const maxLineLength = 160;
const maxFactLength = 500;

/** A summary of limited length: the last calls with their outcome, and every remembered fact. */
export function summarizeExchanges(exchanges: readonly Exchange[]): string {
  const lines = exchanges.flatMap(({ reply, results }) => {
    if (results.length === 0 && reply.text) return [`- You wrote: ${reply.text}`.slice(0, maxLineLength)];
    return results.map((one) => cutText(`- ${describeCall(one.call)}: ${outcomeOf(one)}`, maxLineLength));
  });
  const facts = [...rememberedFacts(exchanges)].map(([key, value]) => `- ${key}: ${value}`.slice(0, maxFactLength));
  const omitted = lines.length - maxLines;
  return [
    `So far, in ${exchanges.length} steps:`,
    ...(omitted > 0 ? [`- (${omitted} earlier calls)`] : []),
    ...lines.slice(-maxLines),
    ...(facts.length > 0 ? ['Remembered facts:', ...facts] : []),
    'Continue from what the screen shows now.',
  ].join('\n');
}

function outcomeOf({ result, skipped }: CallResult): string {
  if (skipped) return 'not done';
  return result.success ? (result.metadata.effect ?? 'done') : `failed: ${result.error}`;
}

/** The facts as they were when the exchanges happened: later calls do not change the summary. */
function rememberedFacts(exchanges: readonly Exchange[]): Map<string, string> {
  const facts = new Map<string, string>();
  for (const { call, result } of exchanges.flatMap(({ results }) => results)) {
    if (!('tool' in call) || call.tool !== 'remember' || !result.success || !isRecord(result.data)) continue;
    facts.set(String(result.data.key), String(result.data.value));
  }
  return facts;
}
