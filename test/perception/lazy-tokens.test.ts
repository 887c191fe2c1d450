import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { countTokens } from '../../src/perception/count-tokens.js';
import { renderMap } from '../../src/perception/ui-map/render-map.js';
import { element, view } from './sample-views.js';

// In a separate file, because no other test of the process may have loaded the tokenizer.
test('a text that fits by its bytes does not load the tokenizer', () => {
  const loaded = (): boolean =>
    Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('gpt-tokenizer'));
  const small = view([element(1, 'Button', 'Go')], { title: 'A page', url: 'https://a.example/' });
  expect(renderMap(small, { budget: 2000 }).text).toContain('"Go"');
  expect(loaded()).toBe(false);
  countTokens('now it is needed');
  expect(loaded()).toBe(true);
});
