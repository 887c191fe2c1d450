import { createModel } from '../../src/models/adapter/provider-adapter.js';
import { type GptOptions, openaiDialect } from '../../src/models/openai/openai.js';
import { openaiContract } from '../../src/testing/index.js';
import type { DialectCase } from './cases.js';

let odd = 0;

/** A response that the server did not make up itself: without an id nothing can go on from it, so it is sent back. */
function responds(field: 'actions' | 'action', action: object): object {
  odd += 1;
  const asked = field === 'actions' ? { actions: [action] } : { action, pending_safety_checks: [] };
  const call = {
    id: `cc_odd_${odd}`,
    type: 'computer_call',
    call_id: `call_odd_${odd}`,
    status: 'completed',
    ...asked,
  };
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { object: 'response', status: 'completed', output: [call], usage };
}

function oddAnswers(field: 'actions' | 'action'): DialectCase['odd'] {
  return {
    unknown: () => responds(field, { type: 'fly_to_the_moon' }),
    placeless: () => responds(field, { type: 'click', button: 'left' }),
    clickAt: (x, y) => responds(field, { type: 'click', button: 'left', x, y }),
  };
}

function caseOf(name: string, options: GptOptions, field: 'actions' | 'action'): DialectCase {
  const dialect = (url: string) => openaiDialect({ apiKey: 'test-key', baseUrl: `${url}/v1`, ...options });
  return {
    name,
    contract: openaiContract,
    dialect,
    model: (url, settings) => createModel(dialect(url), { price: { input: 1, output: 1 }, ...settings }),
    ownTools: true,
    batches: true,
    asks: true,
    wantsEveryPicture: true,
    keptByServer: true,
    odd: oddAnswers(field),
  };
}

export const openaiCases: DialectCase[] = [
  caseOf('openai/computer', { model: 'gpt-5.6' }, 'actions'),
  caseOf('openai/computer, nothing stored', { model: 'gpt-5.6', store: false }, 'actions'),
  caseOf('openai/preview', { model: 'computer-use-preview' }, 'action'),
];
