import { reject } from '../contract.js';

export const toolsets = ['computer_toolset_20260801', 'browser_toolset_20260801'] as const;
const november = 'computer_20251124';
const january = 'computer_20250124';

/** The `anthropic-beta` header that a tool requires. */
export const betaOfTool: Readonly<Record<string, string>> = {
  [november]: 'computer-use-2025-11-24',
  [january]: 'computer-use-2025-01-24',
};

/** The properties of a model. */
export interface PlayedModel {
  name: string;
  tools: readonly string[];
  /** A model of the 5.5 generation: thinking and tool choice cannot be set. */
  isLatest: boolean;
  /** A thinking block is valid only while all messages before it are unchanged. */
  bindsThinking: boolean;
  thinks: boolean;
  maxSide: number;
  maxSquares: number;
}

const onlyToolsets = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'];
const both = ['claude-opus-5', 'claude-sonnet-5', 'claude-fable-5', 'claude-fable-5-1', 'claude-opus-4-8'];
const mythical = ['claude-mythos-5', 'claude-mythos-5-1'];
const onlyNovember = ['claude-opus-4-5', 'claude-opus-4-6', 'claude-opus-4-7', 'claude-sonnet-4-6'];
const onlyJanuary = ['claude-sonnet-4-5', 'claude-haiku-4-5'];
const boundModels = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-fable-5-1', 'claude-fable-5-2'];
const smallPictures = ['claude-opus-4-5', 'claude-opus-4-6', 'claude-sonnet-4-6', ...onlyJanuary];

/** A model by its name, with or without a date. Rejects a name that no model has. */
export function playedModel(requested: unknown): PlayedModel {
  const name = typeof requested === 'string' ? requested.replace(/[-@]20\d{6}$/, '') : '';
  if (!name.startsWith('claude-')) reject(`model: ${String(requested)}`, 404);
  const isKnown = [...onlyToolsets, ...both, ...mythical, ...onlyNovember, ...onlyJanuary].includes(name);
  const isSmall = smallPictures.includes(name);
  return {
    name,
    tools: toolsOf(name),
    // An unknown name is a newer model.
    isLatest: !isKnown || name.endsWith('-5-5'),
    bindsThinking: !isKnown || boundModels.includes(name),
    thinks: !/-4-\d$/.test(name),
    maxSide: isSmall ? 1_568 : 2_576,
    maxSquares: isSmall ? 1_568 : 4_784,
  };
}

function toolsOf(name: string): readonly string[] {
  if (onlyNovember.includes(name)) return [november];
  if (onlyJanuary.includes(name)) return [january];
  return both.includes(name) ? [...toolsets, november] : toolsets;
}
