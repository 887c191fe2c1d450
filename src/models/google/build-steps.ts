import { isDesktop } from '../../core/is-desktop.js';
import type { Conversation, Exchange, UserMessage } from '../adapter/conversation.js';
import { type ImageRetention, planImageRetention, snapshotsOf } from '../adapter/image-retention.js';
import { describeModal } from '../adapter/modal.js';
import { summarizeExchanges } from '../adapter/summary.js';
import type { Attachment, ScreenSnapshot, Turn } from '../model.js';
import { addScreen, buildFunctionResponse, resultsOf } from './function-response.js';
import { type FunctionCall, safetyDecision } from './reply.js';
import { type File, limitFiles, type Step } from './steps.js';

/** Finds the function calls in a reply of this API; undefined for a reply of another model. */
export type FindFunctionCalls = (raw: unknown) => readonly FunctionCall[] | undefined;

const defaultMaxPictures = 3;

/** The steps of a conversation. A reply in which `findFunctionCalls` finds calls is sent back unchanged. */
export function buildSteps(
  conversation: Conversation,
  turn: Turn,
  minimal: boolean,
  findFunctionCalls: FindFunctionCalls,
): Step[] {
  const { opening, summary, exchanges } = conversation;
  const limit = minimal ? 1 : Math.max(1, turn.maxPictures ?? defaultMaxPictures);
  const attachmentLimit = minimal || turn.maxPictures !== undefined ? limit : undefined;
  const plan = planImageRetention(conversation, { kind: 'last', keep: limit });
  const retentionOf = (snapshot: ScreenSnapshot | undefined): ImageRetention | undefined =>
    snapshot?.picture ? plan.get(snapshot) : undefined;
  const latest = snapshotsOf(conversation).at(-1);
  const uiMapOf = (snapshot: ScreenSnapshot | undefined): string =>
    snapshot === latest ? (snapshot?.uiMap ?? '') : '';
  const userStep = (messages: readonly UserMessage[], texts: readonly string[], snapshot?: ScreenSnapshot) =>
    buildUserStep(messages, texts, snapshot, retentionOf(snapshot), attachmentLimit);

  const steps: Step[] = [userStep([opening], [summary ?? '', uiMapOf(opening.snapshot)], opening.snapshot)];
  let url = opening.snapshot?.url ?? turn.observation.url ?? (isDesktop(turn.observation) ? 'desktop' : 'about:blank');
  for (const exchange of exchanges) {
    const { reply, results, notes, userMessages, snapshot } = exchange;
    url = snapshot?.url ?? url;
    const retention = retentionOf(snapshot);
    const functionCalls = sendableCalls(exchange, findFunctionCalls);
    if (functionCalls) steps.push({ kind: 'reply', raw: reply.raw });
    const texts = [functionCalls ? '' : describeReply(exchange), ...notes, uiMapOf(snapshot)];
    const sendsPictures = retention === 'send' || exchange === exchanges.at(-1);
    const responses = (functionCalls ?? []).map((call) =>
      buildFunctionResponse(call, results, url, turn, sendsPictures),
    );
    const last = responses.at(-1);
    if (last) steps.push({ kind: 'responses', responses });
    if (last && userMessages.length === 0) addScreen(last, texts, snapshot, retention);
    else {
      const step = userStep(userMessages, texts, snapshot);
      if (step.parts.length > 0) steps.push(step);
    }
  }
  if (steps.at(-1)?.kind === 'reply') steps.push({ kind: 'user', parts: [{ text: 'Continue.' }] });
  return limitFiles(steps, limit);
}

/** The calls of a reply that can be sent back: it must be Google's, and each required confirmation must be given. */
function sendableCalls(
  { reply, results }: Exchange,
  findFunctionCalls: FindFunctionCalls,
): readonly FunctionCall[] | undefined {
  const calls = reply.refusal === undefined ? findFunctionCalls(reply.raw) : undefined;
  const isUnconfirmed = calls?.some(
    (call) =>
      safetyDecision(call).confirm !== undefined && !resultsOf(call, results).some(({ confirmed }) => confirmed),
  );
  return isUnconfirmed ? undefined : calls;
}

/** A reply that is not sent back, as text. */
function describeReply(exchange: Exchange): string {
  const { reply } = exchange;
  if (reply.refusal !== undefined) return `This was not done: ${reply.refusal}`;
  return reply.calls.length === 0 && !reply.text ? '' : summarizeExchanges([exchange]);
}

/** Messages of the user, other texts, and the screen. With an `attachmentLimit`, attachments count as pictures. */
function buildUserStep(
  messages: readonly UserMessage[],
  texts: readonly string[],
  snapshot: ScreenSnapshot | undefined,
  retention: ImageRetention | undefined,
  attachmentLimit: number | undefined,
): Extract<Step, { kind: 'user' }> {
  const screen = retention === 'send' && snapshot?.picture ? [{ ...snapshot.picture, isLimited: true }] : [];
  const attachments = messages
    .flatMap((message) => message.attachments)
    .filter((one) => !screen.some((shown) => isScreenshot(one, shown, snapshot, attachmentLimit)));
  const files = attachments.filter(({ type }) => isSupported(type));
  const allTexts = [
    ...messages.map(({ text }) => text),
    ...texts,
    ...attachments
      .filter((one) => !files.includes(one))
      .map(({ name, type }) => `(The file ${name}, of type ${type}, cannot be shown.)`),
    describeModal(snapshot?.modal) ?? '',
    retention === 'unchanged' ? 'The screen is the same as before.' : '',
  ];
  return {
    kind: 'user',
    parts: [
      ...allTexts.filter(Boolean).map((text) => ({ text })),
      ...files.map(({ type, bytes }) => ({ file: { type, bytes, isLimited: attachmentLimit !== undefined } })),
      ...screen.map((file) => ({ file })),
    ],
  };
}

/** Whether an attachment is a screenshot of the screen that is sent anyway. */
function isScreenshot(
  { type, bytes }: Attachment,
  shown: File,
  snapshot: ScreenSnapshot | undefined,
  attachmentLimit: number | undefined,
): boolean {
  if (bytes.equals(shown.bytes)) return true;
  if (!snapshot || attachmentLimit !== 1 || type !== 'image/png' || bytes.length < 24) return false;
  return bytes.readUInt32BE(16) === snapshot.screen.width && bytes.readUInt32BE(20) === snapshot.screen.height;
}

function isSupported(type: string): boolean {
  return /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|text\/|audio\/|video\/)/.test(type);
}
