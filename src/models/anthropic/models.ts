import type { Size } from '../../core/geometry.js';

export const claudeTools = [
  'computer_toolset_20260801',
  'computer_20251124',
  'computer_20250124',
  'browser_toolset_20260801',
] as const;
/** The tools with which Claude uses a screen. */
export type ClaudeTool = (typeof claudeTools)[number];

export const claudePlatforms = ['anthropic', 'google-cloud', 'bedrock', 'foundry', 'aws'] as const;
/** Where the model runs. Only the first two have the toolsets. */
export type ClaudePlatform = (typeof claudePlatforms)[number];

/** The properties of a model that the adapter depends on. */
export interface ClaudeModelInfo {
  tool: ClaudeTool;
  /** A thinking block is valid only while everything before it is unchanged, so nothing that was sent may change. */
  bindsThinking: boolean;
  /** The thinking option; undefined for the model's default. */
  thinking?: { type: 'adaptive'; display: 'summarized' };
  pictureLimits: PictureLimits;
}

export interface PictureLimits {
  /** The longer side in pixels. */
  maxSide: number;
  /** Squares of 28 pixels, partial ones included. One square costs one token. */
  maxSquares: number;
  maxPixels: number;
}

/** The provider accepts larger pictures, but they cost more than they show, and with a side over 2,000 at most 20 are allowed. */
const currentLimits: PictureLimits = { maxSide: 1_920, maxSquares: 2_700, maxPixels: 1_920 * 1_080 };
const earlierLimits: PictureLimits = { maxSide: 1_568, maxSquares: 1_568, maxPixels: 1_150_000 };

/** The properties of a model by its name. An unknown model counts as newer than all known ones. */
export function claudeModelInfo(
  model: string,
  platform: ClaudePlatform = 'anthropic',
  requested?: ClaudeTool,
): ClaudeModelInfo {
  const { family, version } = parseName(model);
  const tool = requested ?? defaultTool(family, version, platform);
  const isToolset = tool.includes('toolset');
  const takesLarge = isToolset || version >= (family === 'opus' ? 407 : 408);
  return {
    tool,
    bindsThinking: version >= (family === 'fable' || family === 'mythos' ? 501 : 505) && family !== 'haiku',
    thinking: version >= 500 ? { type: 'adaptive', display: 'summarized' } : undefined,
    pictureLimits: takesLarge ? currentLimits : earlierLimits,
  };
}

function defaultTool(family: string, version: number, platform: ClaudePlatform): ClaudeTool {
  const isEarly = version < 405 || (version === 405 && family !== 'opus');
  if (isEarly) return 'computer_20250124';
  const hasToolset = version >= 408 && (platform === 'anthropic' || platform === 'google-cloud');
  return hasToolset ? 'computer_toolset_20260801' : 'computer_20251124';
}

const families = ['opus', 'sonnet', 'haiku', 'fable', 'mythos'];

/** The version as one number, 4.5 as 405: `claude-opus-4-5-20251101`, `claude-3-7-sonnet`, `us.anthropic.claude-sonnet-5-v1:0`. */
function parseName(model: string): { family: string; version: number } {
  const [, family = '', major, minor] = /claude-([a-z]+)-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(model) ?? [];
  if (major !== undefined && families.includes(family))
    return { family, version: Number(major) * 100 + Number(minor ?? 0) };
  const [, first, second, old = ''] = /claude-(\d)(?:-(\d))?-([a-z]+)/.exec(model) ?? [];
  if (first !== undefined) return { family: old, version: Number(first) * 100 + Number(second ?? 0) };
  return { family: '', version: Number.POSITIVE_INFINITY };
}

/** The size in which a picture is sent: its own, or the largest with the same aspect ratio within the limits. */
export function fitPicture({ width, height }: Size, limits: PictureLimits): Size {
  const scaled = (factor: number): Size => ({
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  });
  let factor = Math.min(1, limits.maxSide / Math.max(width, height), Math.sqrt(limits.maxPixels / (width * height)));
  while (!fits(scaled(factor), limits)) factor *= 0.995;
  return scaled(factor);
}

function fits(size: Size, { maxSide, maxSquares, maxPixels }: PictureLimits): boolean {
  const { width, height } = size;
  return Math.max(width, height) <= maxSide && width * height <= maxPixels && squaresOf(size) <= maxSquares;
}

/** The cost of a picture in tokens. */
export function squaresOf({ width, height }: Size): number {
  return Math.ceil(width / 28) * Math.ceil(height / 28);
}
