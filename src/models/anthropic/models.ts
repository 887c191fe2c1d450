import type { Size } from '../../core/geometry.js';

export const claudeTools = [
  'computer_toolset_20260801',
  'computer_20251124',
  'computer_20250124',
  'browser_toolset_20260801',
] as const;
/** The ways in which Claude can be given a screen. */
export type ClaudeTool = (typeof claudeTools)[number];

export const claudePlatforms = ['anthropic', 'google-cloud', 'bedrock', 'foundry', 'aws'] as const;
/** Who runs the model: only the first two have the toolsets. */
export type ClaudePlatform = (typeof claudePlatforms)[number];

/** What has to be known of a model to speak with it. */
export interface ClaudeFacts {
  tool: ClaudeTool;
  /** A thinking block counts only while everything before it is unchanged: nothing that was sent may be changed. */
  bound: boolean;
  /** How it is told to think; nothing where its own way is right. */
  thinking?: { type: 'adaptive'; display: 'summarized' };
  /** How large its pictures may be. */
  bounds: PictureBounds;
}

export interface PictureBounds {
  /** The longer side, in pixels. */
  side: number;
  /** Squares of 28 pixels, begun ones included. */
  squares: number;
  /** In pixels. */
  area: number;
}

/** Larger ones are possible, but cost more than they show; and above 2,000 a side no more than 20 may be sent. */
const current: PictureBounds = { side: 1_920, squares: 2_700, area: 1_920 * 1_080 };
const earlier: PictureBounds = { side: 1_568, squares: 1_568, area: 1_150_000 };

/** What is known of a model by its name; one that is not known is taken to be newer than all that are. */
export function factsOf(model: string, platform: ClaudePlatform = 'anthropic', asked?: ClaudeTool): ClaudeFacts {
  const { family, version } = readName(model);
  const own = asked ?? toolOf(family, version, platform);
  const isToolset = own.includes('toolset');
  const takesLarge = isToolset || version >= (family === 'opus' ? 407 : 408);
  return {
    tool: own,
    bound: version >= (family === 'fable' || family === 'mythos' ? 501 : 505) && family !== 'haiku',
    ...(version >= 500 ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    bounds: takesLarge ? current : earlier,
  };
}

function toolOf(family: string, version: number, platform: ClaudePlatform): ClaudeTool {
  const isEarly = version < 405 || (version === 405 && family !== 'opus');
  if (isEarly) return 'computer_20250124';
  const hasToolset = version >= 408 && (platform === 'anthropic' || platform === 'google-cloud');
  return hasToolset ? 'computer_toolset_20260801' : 'computer_20251124';
}

const families = ['opus', 'sonnet', 'haiku', 'fable', 'mythos'];

/** The version as one number, 4.5 as 405: `claude-opus-4-5-20251101`, `claude-3-7-sonnet`, `us.anthropic.claude-sonnet-5-v1:0`. */
function readName(model: string): { family: string; version: number } {
  const [, family = '', major, minor] = /claude-([a-z]+)-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(model) ?? [];
  if (major !== undefined && families.includes(family))
    return { family, version: Number(major) * 100 + Number(minor ?? 0) };
  const [, first, second, old = ''] = /claude-(\d)(?:-(\d))?-([a-z]+)/.exec(model) ?? [];
  if (first !== undefined) return { family: old, version: Number(first) * 100 + Number(second ?? 0) };
  return { family: '', version: Number.POSITIVE_INFINITY };
}

/** The size a picture of a screen is sent in: its own, or the largest within the bounds that has its shape. */
export function fitPicture({ width, height }: Size, bounds: PictureBounds): Size {
  const shrunk = (factor: number): Size => ({
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  });
  let factor = Math.min(1, bounds.side / Math.max(width, height), Math.sqrt(bounds.area / (width * height)));
  while (!fits(shrunk(factor), bounds)) factor *= 0.995;
  return shrunk(factor);
}

function fits(size: Size, { side, squares, area }: PictureBounds): boolean {
  const { width, height } = size;
  return Math.max(width, height) <= side && width * height <= area && squaresOf(size) <= squares;
}

/** What a picture costs in tokens. */
export function squaresOf({ width, height }: Size): number {
  return Math.ceil(width / 28) * Math.ceil(height / 28);
}
