import type { Message, ScreenSnapshot } from '../../../src/exports/models.js';
import { qwenAdapter } from '../../../src/models/qwen/qwen.js';
import type { QwenVersion } from '../../../src/models/qwen/version.js';
import { turnWithScreen } from '../turn-fixture.js';

export const adapterOf = (version: QwenVersion) =>
  qwenAdapter({ model: 'any', version, baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'test-key' });

/** Reads a response of the server. `later` are the messages after the first turn. */
export function read(
  answer: unknown,
  version: QwenVersion = '3',
  seen: Partial<ScreenSnapshot> = {},
  later: Message[] = [],
) {
  const adapter = adapterOf(version);
  const turn = turnWithScreen(adapter, seen);
  return adapter.readReply(answer, { ...turn, history: [...turn.history, ...later] });
}

/** A reply with one call of computer_use. */
export const says = (input: object): string =>
  `So.\n<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: input })}\n</tool_call>`;
