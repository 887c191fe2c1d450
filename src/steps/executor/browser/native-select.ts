import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { normalizeText } from '../../../perception/grounding/text-similarity.js';
import type { PlannedCall } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { Match } from '../../resolver/match.js';
import { isChoice } from '../../resolver/purpose.js';
import { describeMatch } from '../../resolver/target-errors.js';
import { single } from '../../single.js';

/** Whether an element is a native select, whose options are set and not clicked. */
export async function isNativeSelect(state: ExecutionState, element: Element): Promise<boolean> {
  if (!isChoice(element)) return false;
  return (await state.turn.read({ what: 'attributes', element: element.id })).tag.toLowerCase() === 'select';
}

/** The options of a native select. No read request returns them as data, so they are parsed from the markup. */
export async function readOptions(state: ExecutionState, element: Element): Promise<string[]> {
  const { html } = await state.turn.read({ what: 'html', element: element.id });
  return [...html.matchAll(/<option\b[^>]*>([\s\S]*?)(?=<\/option|<option|<\/select|$)/giu)].map((match) =>
    decode(match[1] ?? ''),
  );
}

function decode(html: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
  return html
    .replace(/<[^>]+>/gu, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/giu, (whole, decimal?: string, hex?: string, name?: string) =>
      decimal
        ? String.fromCodePoint(Number(decimal))
        : hex
          ? String.fromCodePoint(Number.parseInt(hex, 16))
          : (names[name ?? ''] ?? whole),
    )
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The option with the given text, else the only option that contains it. */
export function findOption(options: readonly string[], asked: string): string | undefined {
  const wanted = normalizeText(asked).text;
  const exact =
    options.find((option) => option === asked) ?? options.find((option) => normalizeText(option).text === wanted);
  if (exact !== undefined) return exact;
  const holding = options.filter(
    (option) => wanted !== '' && ` ${normalizeText(option).text} `.includes(` ${wanted} `),
  );
  return single(holding);
}

/** Plans the selection of options in a native select. */
export function planSelect(state: ExecutionState, found: Match, asked: readonly string[], clause: string): PlannedCall {
  return {
    clause,
    async prepare() {
      const { element } = found;
      const options = (await isNativeSelect(state, element)) ? await readOptions(state, element) : undefined;
      const chosen = options ? asked.map((one) => requireOption(options, one, element)) : [...asked];
      const option = chosen.length === 1 ? chosen[0] : chosen;
      return {
        thought: `${describeMatch(clause, found)} Choosing ${chosen.map((one) => `"${one}"`).join(', ')}.`,
        call: { tool: 'select', input: { selector: element.id, option } },
      };
    },
  };
}

function requireOption(options: readonly string[], asked: string, element: Element): string {
  const option = findOption(options, asked);
  if (option !== undefined) return option;
  throw new HandrailError(
    'unknown_option',
    `${element.id} ${element.role} "${element.name}" has no option "${asked}". It has: ${options.slice(0, 20).join(', ')}${options.length > 20 ? ' …' : ''}.`,
    'Use one of these options.',
  );
}
