import { type AnthropicOptions, anthropic, anthropicAdapter } from '../../src/models/anthropic/anthropic.js';
import type { ClaudeTool } from '../../src/models/anthropic/models.js';
import { anthropicContractOf } from '../../src/testing/index.js';
import type { AdapterCase } from './cases.js';

type Voice = 'computer' | 'browser' | 'legacy';
const voices: Record<ClaudeTool, Voice> = {
  computer_toolset_20260801: 'computer',
  computer_20251124: 'legacy',
  computer_20250124: 'legacy',
  browser_toolset_20260801: 'browser',
};
let count = 0;

/** A whole response with one tool use of one tool version. */
function answer(voice: Voice, member: string, input: object): unknown {
  count += 1;
  const own = voice === 'legacy' ? { name: 'computer' } : { name: member, toolset_name: voice };
  const given = voice === 'legacy' ? { action: member, ...input } : input;
  return {
    id: `msg_odd_${count}`,
    type: 'message',
    role: 'assistant',
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', id: `toolu_odd_${count}`, ...own, input: given, caller: { type: 'direct' } }],
    usage: { input_tokens: 1_000, output_tokens: 50 },
  };
}

function caseOf(tool: ClaudeTool, model: string, maxPictures?: number): AdapterCase {
  const voice = voices[tool];
  const options = (url: string): AnthropicOptions => ({ baseUrl: url, apiKey: 'test-key', model, tool });
  const at = (x: number, y: number): object =>
    voice === 'browser' ? { target: { type: 'coordinate', x, y } } : { coordinate: [x, y] };
  return {
    name: `anthropic/${tool}`,
    contract: anthropicContractOf(tool),
    model: (url, settings) => anthropic({ ...options(url), ...settings }),
    adapter: (url) => anthropicAdapter(options(url)),
    ownTools: true,
    batches: true,
    canAskUser: false,
    maxPictures,
    odd: {
      unknown: () => answer(voice, 'fly_to_the_moon', {}),
      // A click without a point is at the pointer; a drag needs its end.
      withoutPoint: () => answer(voice, 'left_click_drag', {}),
      clickAt: (x, y) => answer(voice, 'left_click', at(x, y)),
      ...(voice === 'browser'
        ? {}
        : {
            clickBox(from, to, { pictures }) {
              const { width, height } = pictures.at(-1) ?? { width: 800, height: 600 };
              const box = [from.x * width, from.y * height, to.x * width, to.y * height];
              return answer(voice, 'left_click', { coordinate: box });
            },
          }),
    },
  };
}

export const anthropicCases: AdapterCase[] = [
  caseOf('computer_toolset_20260801', 'claude-opus-5-5'),
  caseOf('computer_20251124', 'claude-opus-4-7', 28),
  caseOf('computer_20250124', 'claude-sonnet-4-5', 28),
  caseOf('browser_toolset_20260801', 'claude-haiku-5-5', 28),
];
