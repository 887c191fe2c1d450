import { createModel } from '../../src/models/adapter/provider-adapter.js';
import { type OpenaiOptions, openaiAdapter } from '../../src/models/openai/openai.js';
import { openaiContract } from '../../src/testing/index.js';
import type { AdapterCase } from './cases.js';

let odd = 0;

/** A response that the server did not create: without an id it cannot be continued, so it is sent back. */
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

function oddAnswers(field: 'actions' | 'action'): AdapterCase['odd'] {
  return {
    unknown: () => responds(field, { type: 'fly_to_the_moon' }),
    withoutPoint: () => responds(field, { type: 'click', button: 'left' }),
    clickAt: (x, y) => responds(field, { type: 'click', button: 'left', x, y }),
  };
}

function caseOf(name: string, options: OpenaiOptions, field: 'actions' | 'action'): AdapterCase {
  const adapter = (url: string) => openaiAdapter({ apiKey: 'test-key', baseUrl: `${url}/v1`, ...options });
  return {
    name,
    contract: openaiContract,
    adapter,
    model: (url, settings) => createModel(adapter(url), { price: { input: 1, output: 1 }, ...settings }),
    ownTools: true,
    batches: true,
    canAskUser: true,
    needsEveryPicture: true,
    serverKeepsHistory: true,
    odd: oddAnswers(field),
  };
}

export const openaiCases: AdapterCase[] = [
  caseOf('openai/computer', { model: 'gpt-5.6' }, 'actions'),
  caseOf('openai/computer, nothing stored', { model: 'gpt-5.6', store: false }, 'actions'),
  caseOf('openai/preview', { model: 'computer-use-preview' }, 'action'),
];
