import { describe, expect, it } from 'vitest';
import { google, openai, type Turn } from '../../src/exports/models.js';
import { createAgent } from '../../src/index.js';
import { buildConversation } from '../../src/models/adapter/conversation.js';
import type { ProviderAdapter } from '../../src/models/adapter/provider-adapter.js';
import { faraNative } from '../../src/models/fara/native/native.js';
import { generateContent } from '../../src/models/google/generate-content/generate-content.js';
import { interactions } from '../../src/models/google/interactions/interactions.js';
import { readOptions } from '../../src/models/google/options.js';
import { openaiAdapter } from '../../src/models/openai/openai.js';
import { turnWithScreen } from './turn-fixture.js';

const nobody = async (): Promise<never> => {
  throw new Error('Nobody is asked here.');
};
const googleClient = { generateContent: nobody, interact: nobody };

/** The requests for a page and for a desktop. */
function requests<Request>(adapter: ProviderAdapter<Request>): { page: string; desktop: string } {
  const page = turnWithScreen(adapter);
  const screen = { ...page.observation, url: 'http://drawn.test/' };
  const { url: _, ...window } = { ...screen, app: 'mousepad', title: 'Untitled 1 - Mousepad' };
  const send = (observation: Turn['observation']) =>
    JSON.stringify(
      adapter.buildRequest(buildConversation(page.history, adapter.historyWindow), { ...page, observation }, false),
    );
  return { page: send(screen), desktop: send(window) };
}

describe('A model is told the kind of screen', () => {
  it('Gemini, whose browser actions are excluded on a desktop', () => {
    const { page, desktop } = requests(generateContent(readOptions({}), googleClient));
    expect(page).toContain('"environment":"ENVIRONMENT_BROWSER"');
    expect(page).not.toContain('excludedPredefinedFunctions');
    expect(desktop).toContain('"environment":"ENVIRONMENT_DESKTOP"');
    expect(desktop).toContain(
      '"excludedPredefinedFunctions":["open_web_browser","navigate","go_back","go_forward","search"]',
    );
    expect(desktop).toContain('You operate a computer');
    expect(requests(interactions(readOptions({ model: 'gemini-3.5-flash' }), googleClient)).desktop).toContain(
      '"environment":"desktop"',
    );
    const said = requests(generateContent(readOptions({ environment: 'ENVIRONMENT_BROWSER' }), googleClient));
    expect(said.desktop).toContain('"environment":"ENVIRONMENT_BROWSER"');
  });

  it('GPT', () => {
    const { page, desktop } = requests(openaiAdapter({ model: 'computer-use-preview', apiKey: 'test-key' }));
    expect(page).toContain('"environment":"browser"');
    expect(page).toContain('without the address bar');
    expect(desktop).toContain('"environment":"linux"');
    expect(desktop).not.toContain('address');
    expect(
      requests(openaiAdapter({ model: 'computer-use-preview', environment: 'windows', apiKey: 'test-key' })).desktop,
    ).toContain('"environment":"windows"');
  });

  it('Fara in the format it was trained on', () => {
    const { page, desktop } = requests(faraNative('fara', '7b', { send: nobody }));
    expect(page).toContain('visit_url');
    expect(desktop).toContain('the desktop of a computer');
    expect(desktop).not.toMatch(/web browser|visit_url: open|"visit_url"/);
  });

  it('and is offered apps to start instead of URLs', () => {
    const desk = { environment: 'desktop' as const };
    const models = [google({ apiKey: 'test-key' }), openai({ apiKey: 'test-key' })];
    for (const model of models) {
      const names = createAgent({ model, ...desk }).tools.names();
      expect(names).toContain('launch_app');
      for (const name of ['goto', 'back', 'tabs', 'upload_file']) expect(names).not.toContain(name);
      expect(createAgent({ model }).tools.names()).not.toContain('launch_app');
    }
  });
});
