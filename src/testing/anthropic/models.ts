import { Refusal } from '../contract.js';

export const toolsets = ['computer_toolset_20260801', 'browser_toolset_20260801'] as const;
const november = 'computer_20251124';
const january = 'computer_20250124';

/** What a tool needs in the `anthropic-beta` header. */
export const betaOfTool: Readonly<Record<string, string>> = {
  [november]: 'computer-use-2025-11-24',
  [january]: 'computer-use-2025-01-24',
};

/** What the provider knows of one of its models. */
export interface PlayedModel {
  name: string;
  tools: readonly string[];
  /** Of the 5.5 generation: it always thinks as it likes, and chooses its tools itself. */
  isLatest: boolean;
  /** A thinking block counts only while all messages before it are the same. */
  bound: boolean;
  thinks: boolean;
  longEdge: number;
  squares: number;
}

const onlyToolsets = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'];
const both = ['claude-opus-5', 'claude-sonnet-5', 'claude-fable-5', 'claude-fable-5-1', 'claude-opus-4-8'];
const mythical = ['claude-mythos-5', 'claude-mythos-5-1'];
const onlyNovember = ['claude-opus-4-5', 'claude-opus-4-6', 'claude-opus-4-7', 'claude-sonnet-4-6'];
const onlyJanuary = ['claude-sonnet-4-5', 'claude-haiku-4-5'];
const boundModels = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-fable-5-1', 'claude-fable-5-2'];
const smallPictures = ['claude-opus-4-5', 'claude-opus-4-6', 'claude-sonnet-4-6', ...onlyJanuary];

/** A model by its name, with a date behind it or not. Refuses names that no model of the provider has. */
export function playedModel(asked: unknown): PlayedModel {
  const name = typeof asked === 'string' ? asked.replace(/[-@]20\d{6}$/, '') : '';
  if (!name.startsWith('claude-')) throw new Refusal(404, `model: ${String(asked)}`);
  const isKnown = [...onlyToolsets, ...both, ...mythical, ...onlyNovember, ...onlyJanuary].includes(name);
  const isSmall = smallPictures.includes(name);
  return {
    name,
    tools: toolsOf(name),
    // A name that is not known is a model that came later.
    isLatest: !isKnown || name.endsWith('-5-5'),
    bound: !isKnown || boundModels.includes(name),
    thinks: !/-4-\d$/.test(name),
    longEdge: isSmall ? 1_568 : 2_576,
    squares: isSmall ? 1_568 : 4_784,
  };
}

function toolsOf(name: string): readonly string[] {
  if (onlyNovember.includes(name)) return [november];
  if (onlyJanuary.includes(name)) return [january];
  return both.includes(name) ? [...toolsets, november] : toolsets;
}
