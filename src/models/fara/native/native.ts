import { HandrailError } from '../../../core/errors.js';
import { isDesktop } from '../../../core/is-desktop.js';
import { grid1000, pixels, type Space } from '../../../core/space.js';
import { lastSeen, toCalls, unknownCall } from '../../adapter/arguments.js';
import type { Conversation } from '../../adapter/conversation.js';
import { throughModal } from '../../adapter/modal.js';
import { type ProviderAdapter, unreadable } from '../../adapter/provider-adapter.js';
import { type Resizing, smartResize } from '../../adapter/smart-resize.js';
import { type ChatAnswer, chatUsage } from '../../chat-completions/client.js';
import type { Call, Reply, ScreenSnapshot, Turn } from '../../model.js';
import { readAnswer } from '../answer.js';
import { looksToSend } from '../looks.js';
import { asAnswer, openingWords, pictureOf, spokenText, wordsAfter } from '../result-text.js';
import type { FaraWire } from '../transport.js';
import { nativeCalls } from './calls.js';
import { type FaraVersion, fara7b, fara15, nativePrompt } from './prompt.js';
import { readToolCalls, type ToolCallText, toCall } from './tool-call.js';

interface Trained extends FaraVersion {
  space: Space;
  resizing: Resizing;
}

const bounds = { least: 3_136, most: 12_845_056 };
const versions: Readonly<Record<FaraVersion['version'], Trained>> = {
  '7b': { ...fara7b, space: pixels, resizing: { factor: 28, ...bounds } },
  '1.5': { ...fara15, space: grid1000, resizing: { factor: 32, ...bounds } },
};

/** Tools that the format has its own words for: they are carried out, and not told of. */
const unspoken = ['extract_structured'];

const expected =
  'End your answer with one call: <tool_call>, then {"name": "computer_use", "arguments": {"action": …}} as valid JSON, then </tool_call>.';

/** The format that Fara was trained in: thoughts, then a call as JSON between tags. */
export function faraNative(name: string, version: FaraVersion['version'], wire: FaraWire): ProviderAdapter<unknown[]> {
  const trained = versions[version];
  return {
    name,
    capabilities: ['vision', 'computer_use', 'reasoning', 'structured_output'],
    vision: { picture: { type: 'png', size: (screen) => smartResize(screen, trained.resizing) } },
    tools: version === '1.5' ? unspoken : [],
    historyWindow: { most: 40, keep: 20 },
    request: (conversation, turn, tight) => request(trained, conversation, turn, tight),
    send: (messages, signal) => wire.ask(messages, signal),
    usage: chatUsage,
    read: (answer, turn) => read(trained, answer, turn),
    async write(prompt, signal) {
      const answer = await wire.ask([{ role: 'user', content: prompt }], signal);
      return { text: asAnswer(prompt, readAnswer(answer)?.text ?? ''), usage: chatUsage(answer) };
    },
  };
}

function ownTools({ tools }: Turn): Turn['tools'] {
  return tools.filter(({ name, hidden }) => !hidden && !unspoken.includes(name));
}

function request(trained: Trained, conversation: Conversation, turn: Turn, tight: boolean): unknown[] {
  const { opening, exchanges } = conversation;
  const looks = looksToSend(conversation, turn, tight);
  const user = (seen: ScreenSnapshot | undefined, words: readonly (string | undefined)[]) => ({
    role: 'user',
    content: [
      ...(seen && looks.has(seen) ? pictureOf(seen) : []),
      { type: 'text', text: words.filter(Boolean).join('\n') },
    ],
  });
  const now = lastSeen(turn.history, turn.observation.screen);
  const resolution =
    trained.version === '7b' ? smartResize(now.screen, trained.resizing) : { width: 1_000, height: 1_000 };
  return [
    {
      role: 'system',
      content: nativePrompt(trained, resolution, ownTools(turn), {
        more: turn.systemPrompt,
        desktop: isDesktop(turn.observation),
      }),
    },
    user(opening.seen, [openingWords(conversation).filter(Boolean).join('\n\n')]),
    ...exchanges.flatMap((exchange) => [
      { role: 'assistant', content: spokenText(exchange.reply) },
      user(exchange.seen, [
        addressLine(exchange.seen?.url),
        ...wordsAfter(exchange),
        exchange.seen?.picture ? next : unseen,
      ]),
    ]),
  ];
}

const next = 'Here is the next screenshot. Think about what to do next.';
const unseen = 'There is no screenshot of this moment. Think about what to do next.';

function addressLine(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const bare = url.split('?')[0] ?? '';
  return `Current URL: ${bare.length > 100 ? `${bare.slice(0, 100)} ...` : bare}`;
}

function read(trained: Trained, answer: unknown, turn: Turn): ReturnType<ProviderAdapter['read']> {
  const said = readAnswer(answer);
  if (!said) return { calls: [], again: 'the answer was empty.' };
  return readTrained(trained, said, turn, lastSeen(turn.history, turn.observation.screen));
}

/** A reply in the format of Fara-7B to a picture that its server made fit for it. */
export function readNative7b(said: ChatAnswer, turn: Turn, seen: ScreenSnapshot): Reply {
  const trained = versions['7b'];
  const { picture } = seen;
  if (!picture) return readTrained(trained, said, turn, seen);
  const size = smartResize(picture.size, trained.resizing);
  return readTrained(trained, said, turn, { ...seen, picture: { ...picture, size } });
}

function readTrained(trained: Trained, said: ChatAnswer, turn: Turn, seen: ScreenSnapshot): Reply {
  const raw = wholeText(said);
  if (said.refusal) return { calls: [], refusal: said.refusal, raw };
  const read = readToolCalls(raw);
  const { thoughts, broken } = read;
  // What was cut off may lack more than can be seen, even where it looks whole.
  const written = said.cut && !broken ? read.calls.slice(0, -1) : read.calls;
  const isHalf = broken !== undefined || written.length < read.calls.length;
  const thought = thoughts ? { thought: thoughts } : {};
  const why = said.cut
    ? `It was cut off. Be brief. ${expected}`
    : broken
      ? `The call is no valid JSON. ${expected}`
      : expected;
  if (written.length === 0) return { ...unreadable(why, raw), ...thought };
  const calls: Call[] = [];
  for (const [index, call] of written.entries()) {
    const id = `fara_${turn.step}_${index + 1}`;
    const around = {
      id,
      space: trained.space,
      seen,
      turn,
      earlier: calls,
      thoughts,
      names: Object.keys(trained.actions),
    };
    calls.push(...toCalls(id, nameOf(call), () => callsOf(call, around)));
  }
  if (isHalf)
    calls.push({
      id: `fara_${turn.step}_${written.length + 1}`,
      name: 'tool_call',
      fault: { code: 'invalid_input', message: why },
    });
  return { ...thought, calls: throughModal(calls, seen.modal), raw };
}

/** Calls that the server took out of the text stand in it again, where the model wrote them. */
function wholeText({ text, reasoning, calls }: ChatAnswer): string {
  const written = calls.map(({ name, input }) => {
    const read = toCall({ name, arguments: input ?? {} });
    return `<tool_call>\n${JSON.stringify({ name, arguments: read?.input ?? input })}\n</tool_call>`;
  });
  const thoughts = text || (reasoning ?? '');
  return [thoughts, ...written].filter(Boolean).join('\n');
}

function nameOf({ name, input }: ToolCallText): string {
  return name === 'computer_use' && typeof input.action === 'string' ? input.action.slice(0, 60) : name.slice(0, 60);
}

function callsOf({ name, input }: ToolCallText, around: Parameters<typeof nativeCalls>[2]): Call[] {
  const { id, turn, names } = around;
  if (name === 'computer_use') {
    if (typeof input.action === 'string') return nativeCalls(input.action, input, around);
    throw new HandrailError('invalid_input', 'computer_use needs an action.', `Valid: ${names.join(', ')}.`);
  }
  if (turn.tools.some((tool) => tool.name === name)) return [{ id, tool: name, input }];
  if (names.includes(name)) return nativeCalls(name, input, around);
  throw unknownCall(name, ['computer_use', ...ownTools(turn).map((tool) => tool.name)]);
}
