import { type GoogleOptions, google, googleAdapter } from '../../src/models/google/google.js';
import { googleContract, interactionsContract } from '../../src/testing/index.js';
import type { AdapterCase } from './cases.js';

let count = 0;

type Api = 'generateContent' | 'interactions';

/** A whole response with one call. */
function answer(api: Api, name: string, args: object, isModern: boolean): unknown {
  count += 1;
  const id = `odd_${count}`;
  if (api === 'interactions') {
    const steps = [{ type: 'function_call', id, name, arguments: args }];
    return { status: 'requires_action', steps, usage: { total_input_tokens: 1_000 } };
  }
  const functionCall = isModern ? { id, name, args } : { name, args };
  const part = isModern ? { functionCall, thoughtSignature: 'b2Rk' } : { functionCall };
  return {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
    usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 50 },
  };
}

function caseOf(name: string, model: string, more: Pick<GoogleOptions, 'store'> & { api?: Api } = {}): AdapterCase {
  const options = (url: string): GoogleOptions => ({ model, baseUrl: url, apiKey: 'test-key', ...more });
  const { api = 'generateContent' } = more;
  const isModern = model.startsWith('gemini-3.');
  const click = isModern ? 'click' : 'click_at';
  const called = (called: string, args: object): unknown => answer(api, called, args, isModern);
  return {
    name: `google/${name}`,
    contract: api === 'interactions' ? interactionsContract(model) : googleContract(model),
    model: (url, settings) => google({ ...options(url), price: { input: 1, output: 1 }, ...settings }),
    adapter: (url) => googleAdapter(options(url)),
    ownTools: true,
    batches: true,
    canAskUser: true,
    maxPictures: 3,
    serverKeepsHistory: true,
    odd: {
      unknown: () => called('fly_to_the_moon', {}),
      withoutPoint: () => called(click, {}),
      clickAt: (x, y) => called(click, { x, y }),
      clickBox(from, to) {
        const box = [from.x, from.y, to.x, to.y].map((share) => Math.round(share * 1_000));
        return called(click, { coordinate: box });
      },
    },
  };
}

export const googleCases: AdapterCase[] = [
  caseOf('legacy', 'gemini-2.5-computer-use-preview-10-2025'),
  caseOf('modern', 'gemini-3.8-flash'),
  caseOf('interactions', 'gemini-3.8-flash', { api: 'interactions' }),
  caseOf('interactions-unkept', 'gemini-3.8-flash', { api: 'interactions', store: false }),
];
