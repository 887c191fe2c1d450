import { describe, expect, it } from 'vitest';
import { BrowserToolExecutor } from '../../../src/exports/compat.js';
import { countTokens } from '../../../src/exports/tools.js';

/** What each was published with: whether twice is the same as once, what it needs, and its fields. */
const published = {
  browse_navigate: [false, ['url'], { url: { type: 'string', description: 'URL to navigate to' } }],
  browse_click: [
    false,
    ['element_id'],
    { element_id: { type: 'string', description: "Accessibility node ID (e.g. 'el_5')" } },
  ],
  browse_type: [
    false,
    ['element_id', 'text'],
    {
      element_id: { type: 'string', description: 'Accessibility node ID of a text field' },
      text: { type: 'string', description: 'Text to enter' },
    },
  ],
  browse_scroll: [
    false,
    ['delta_y'],
    { delta_y: { type: 'integer', description: 'Scroll amount (positive = down, negative = up)' } },
  ],
  browse_keypress: [
    false,
    ['key'],
    {
      key: { type: 'string', description: "Key to press (e.g. 'Enter', 'a', 'Tab')" },
      modifiers: {
        type: 'array',
        items: { type: 'string', enum: ['shift', 'control', 'alt', 'meta'] },
        description: 'Optional modifier keys to hold during keypress',
      },
    },
  ],
  browse_wait: [
    true,
    ['condition'],
    {
      condition: { type: 'string', description: expect.stringContaining("'page_loaded', 'url_changed'") },
      timeout_ms: { type: 'number', description: 'Timeout in milliseconds (default: 5000)' },
    },
  ],
  browse_observe: [
    true,
    undefined,
    {
      include_screenshot: {
        type: 'boolean',
        description: 'Include base64 screenshot inline (default: false, returns file path instead)',
      },
    },
  ],
} as const;

describe('The schemas of browse_*', () => {
  it('C3, C19: are seven, with the published fields, descriptions and facts', () => {
    const schemas = BrowserToolExecutor.toolSchemas();
    expect(schemas.map(({ name }) => name)).toEqual(Object.keys(published));
    for (const { name, description, parameters, returns, ...facts } of schemas) {
      const [idempotent, required, properties] = published[name as keyof typeof published];
      expect(facts, name).toEqual({ idempotent, cache_ttl_secs: null, rate_limit: null });
      expect(parameters, name).toEqual({ type: 'object', properties, ...(required ? { required } : {}) });
      expect(description).toMatch(/^[A-Z]/);
      expect(returns, name).toMatchObject({ type: 'object' });
    }
  });

  it('C10: name all five wait conditions within the token limit', () => {
    const [wait] = BrowserToolExecutor.toolSchemas().filter(({ name }) => name === 'browse_wait');
    for (const condition of [
      'page_loaded',
      'url_changed',
      'a11y_contains_text:<text>',
      'element_with_name:<name>',
      'element_with_name:<name>@<role>',
    ])
      expect(JSON.stringify(wait?.parameters)).toContain(`'${condition}'`);
    const sent = BrowserToolExecutor.toolSchemas().map(({ name, description, parameters }) =>
      JSON.stringify({ name, description, parameters }),
    );
    expect(countTokens(sent.join('\n'))).toBeLessThanOrEqual(600);
  });
});
