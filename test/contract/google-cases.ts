import { type GeminiOptions, gemini, geminiDialect } from '../../src/models/google.js';
import { googleContract } from '../../src/testing/index.js';
import type { DialectCase } from './cases.js';

let count = 0;

/** A whole answer of generateContent with one call in it. */
function answer(name: string, args: object, isModern: boolean): unknown {
  count += 1;
  const functionCall = isModern ? { id: `odd_${count}`, name, args } : { name, args };
  const part = isModern ? { functionCall, thoughtSignature: 'b2Rk' } : { functionCall };
  return {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
    usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 50 },
  };
}

function caseOf(name: string, model: string): DialectCase {
  const options = (url: string): GeminiOptions => ({ model, baseUrl: url, apiKey: 'test-key' });
  const isModern = model.startsWith('gemini-3.');
  const click = isModern ? 'click' : 'click_at';
  return {
    name: `google/${name}`,
    contract: googleContract(model),
    model: (url, settings) => gemini({ ...options(url), price: { input: 1, output: 1 }, ...settings }),
    dialect: (url) => geminiDialect(options(url)),
    ownTools: true,
    batches: true,
    asks: true,
    mostPictures: 3,
    odd: {
      unknown: () => answer('fly_to_the_moon', {}, isModern),
      placeless: () => answer(click, {}, isModern),
      clickAt: (x, y) => answer(click, { x, y }, isModern),
      clickBox(from, to) {
        const box = [from.x, from.y, to.x, to.y].map((share) => Math.round(share * 1_000));
        return answer(click, { coordinate: box }, isModern);
      },
    },
  };
}

export const googleCases: DialectCase[] = [
  caseOf('legacy', 'gemini-2.5-computer-use-preview-10-2025'),
  caseOf('modern', 'gemini-3.8-flash'),
];
