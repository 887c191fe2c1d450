import { isRecord } from '../../core/record.js';
import type { Exchange } from './conversation.js';
import { nameCall } from './name-call.js';

const mostLines = 40;
const mostCharacters = 160;

/** What was done so far, in lines that do not grow with the run: the last of them, and every fact that was to be kept. */
export function summarise(exchanges: readonly Exchange[]): string {
  const lines = exchanges.flatMap(({ reply, results }) => {
    const done = results.map(({ call, result, skipped }) => {
      const came = skipped
        ? 'not done'
        : result.success
          ? (result.metadata.effect ?? 'done')
          : `failed: ${result.error}`;
      return `- ${nameCall(call)}: ${came}`.slice(0, mostCharacters);
    });
    return done.length > 0 || !reply.text ? done : [`- You said: ${reply.text}`.slice(0, mostCharacters)];
  });
  const facts = [...factsIn(exchanges)].map(([name, value]) => `- ${name}: ${value}`.slice(0, 500));
  const left = lines.length - mostLines;
  return [
    `So far, in ${exchanges.length} steps:`,
    ...(left > 0 ? [`- (${left} earlier calls)`] : []),
    ...lines.slice(-mostLines),
    ...(facts.length > 0 ? ['Kept in mind:', ...facts] : []),
    'Go on from what the screen shows now.',
  ].join('\n');
}

/** What was to be kept in mind, as it was asked for then: what is asked for later does not change what stands here. */
function factsIn(exchanges: readonly Exchange[]): Map<string, string> {
  const facts = new Map<string, string>();
  for (const { call, result } of exchanges.flatMap(({ results }) => results)) {
    if (!('tool' in call) || call.tool !== 'remember' || !result.success || !isRecord(result.data)) continue;
    facts.set(String(result.data.key), String(result.data.value));
  }
  return facts;
}
