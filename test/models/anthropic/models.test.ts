import { describe, expect, it } from 'vitest';
import {
  type ClaudeTool,
  claudeModelInfo,
  claudeTools,
  fitPicture,
  squaresOf,
} from '../../../src/models/anthropic/models.js';
import { drawScreen } from '../../contract/drawn-screen.js';
import { bodyOf, playClaude } from './play.js';

const [toolset, november, january] = claudeTools;

describe('a model by its name', () => {
  it.each<[string, ClaudeTool]>([
    ['claude-opus-5-5', toolset],
    ['claude-sonnet-5-5-20261001', toolset],
    ['claude-haiku-5-5@20261001', toolset],
    ['claude-opus-5', toolset],
    ['claude-sonnet-5', toolset],
    ['claude-fable-5-1', toolset],
    ['claude-mythos-5', toolset],
    ['claude-opus-4-8', toolset],
    ['claude-opus-7', toolset],
    ['claude-saga-1-2', toolset],
    ['my-gateway-name', toolset],
    ['claude-opus-4-7', november],
    ['claude-opus-4-6', november],
    ['claude-opus-4-5-20251101', november],
    ['claude-sonnet-4-6', november],
    ['claude-sonnet-4-5-20250929', january],
    ['claude-haiku-4-5', january],
    ['claude-sonnet-4-20250514', january],
    ['claude-3-7-sonnet-20250219', january],
  ])('%s is given %s', (model, tool) => {
    expect(claudeModelInfo(model).tool).toBe(tool);
  });

  it('has no toolset on platforms that have none', () => {
    expect(claudeModelInfo('us.anthropic.claude-opus-5-5-v1:0', 'bedrock').tool).toBe(november);
    expect(claudeModelInfo('claude-opus-5-5', 'foundry').tool).toBe(november);
    expect(claudeModelInfo('claude-opus-5-5', 'google-cloud').tool).toBe(toolset);
  });

  it('binds its thinking or not; an unknown model does', () => {
    const bound = [
      'claude-opus-5-5',
      'claude-sonnet-5-5',
      'claude-fable-5-1',
      'claude-fable-5-2',
      'claude-opus-6',
      'new',
    ];
    const free = ['claude-haiku-5-5', 'claude-opus-5', 'claude-sonnet-5', 'claude-fable-5', 'claude-opus-4-7'];
    expect(bound.filter((model) => !claudeModelInfo(model).bindsThinking)).toEqual([]);
    expect(free.filter((model) => claudeModelInfo(model).bindsThinking)).toEqual([]);
  });
});

describe('a picture', () => {
  it('has the cost that the provider documents', () => {
    const sizes: [number, number, number][] = [
      [1024, 768, 1036],
      [1280, 720, 1196],
      [1280, 800, 1334],
      [1366, 768, 1372],
      [1440, 900, 1716],
      [1920, 1080, 2691],
    ];
    for (const [width, height, tokens] of sizes) expect(squaresOf({ width, height })).toBe(tokens);
  });

  it.each(['claude-opus-5-5', 'claude-sonnet-4-5'])('for %s is never too large and keeps its shape', (model) => {
    const { pictureLimits } = claudeModelInfo(model);
    for (let width = 200; width <= 8_000; width += 389)
      for (let height = 200; height <= 8_000; height += 431) {
        const size = fitPicture({ width, height }, pictureLimits);
        expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(Math.min(pictureLimits.maxSide, 2_000));
        expect(squaresOf(size)).toBeLessThanOrEqual(pictureLimits.maxSquares);
        expect(Math.abs(size.width / width - size.height / height)).toBeLessThan(0.006);
      }
  });

  it('is sent unchanged if it is small enough', () => {
    for (const [width, height] of [
      [1280, 800],
      [1366, 768],
      [1024, 768],
      [390, 844],
    ] as const)
      expect(fitPicture({ width, height }, claudeModelInfo('claude-sonnet-4-5').pictureLimits)).toEqual({
        width,
        height,
      });
    expect(fitPicture({ width: 1920, height: 1080 }, claudeModelInfo('claude-opus-5-5').pictureLimits)).toEqual({
      width: 1920,
      height: 1080,
    });
  });
});

describe('what is declared', () => {
  const declared = async (model: string, tool?: ClaudeTool): Promise<[unknown, unknown, string | undefined]> => {
    const { server } = await playClaude([[{ do: 'done', answer: 'x' }]], {
      claude: { model, ...(tool ? { tool } : {}) },
      screen: drawScreen(),
    });
    expect(server.violations).toEqual([]);
    const beta = server.requests[0]?.headers['anthropic-beta'];
    return [bodyOf(server).tools[0], bodyOf(server).thinking, Array.isArray(beta) ? beta.join() : beta];
  };

  it('depends on the version: picture size, zoom, headers, thinking', async () => {
    const display = { name: 'computer', display_width_px: 800, display_height_px: 600 };
    const thinking = { type: 'adaptive', display: 'summarized' };
    expect(await declared('claude-opus-5-5')).toEqual([{ type: toolset }, thinking, 'context-management-2025-06-27']);
    expect(await declared('claude-haiku-5-5')).toEqual([{ type: toolset }, thinking, undefined]);
    expect(await declared('claude-opus-4-7')).toEqual([
      { type: november, ...display, enable_zoom: true },
      undefined,
      'computer-use-2025-11-24',
    ]);
    expect(await declared('claude-sonnet-4-5')).toEqual([
      { type: january, ...display },
      undefined,
      'computer-use-2025-01-24',
    ]);
    expect(await declared('claude-opus-5', november)).toEqual([
      { type: november, ...display, enable_zoom: true },
      thinking,
      'computer-use-2025-11-24',
    ]);
  });
});
