import { expect } from 'vitest';
import type { ScreenSnapshot, Turn } from '../../src/exports/models.js';
import { pickTools } from '../../src/exports/tools.js';
import type { ProviderAdapter } from '../../src/models/adapter/provider-adapter.js';

/** A turn in which the model was shown a screen of 800x600. */
export function turnWithScreen({ vision }: Pick<ProviderAdapter, 'vision'>, seen: Partial<ScreenSnapshot> = {}): Turn {
  const screen = { width: 800, height: 600 };
  const picture = {
    bytes: Buffer.from('picture'),
    type: 'image/png' as const,
    size: vision.picture?.size(screen) ?? screen,
    region: { x: 0, y: 0, ...screen },
    marks: false,
  };
  const nobody = async (): Promise<never> => {
    throw new Error('Nobody looks here.');
  };
  return {
    task: 'Go on.',
    history: [{ role: 'user', text: 'Go on.', snapshot: { screen, picture, url: 'http://drawn.test/', ...seen } }],
    observation: { id: 1, at: '', screen, elements: [], total: 0, truncated: 0, text: '' },
    tools: pickTools(['complete', 'fail', 'ask_user']).definitions(),
    step: 1,
    observe: nobody,
    read: nobody,
    memory: new Map(),
  };
}

/** A response of a chat server with this content. */
export function chatAnswer(content: unknown, more: object = {}): object {
  return { choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }] };
}

/** A call is invalid, and its fault tells the model this. */
export function expectFault(call: unknown, hint: string): void {
  expect(call).toHaveProperty('fault');
  expect(JSON.stringify(call)).toContain(hint);
}
