import type { FunctionCall } from './reply.js';

/** One step of a conversation, independent of Google's two APIs. */
export type Step =
  | { kind: 'user'; parts: Part[] }
  /** The model's message, unchanged. */
  | { kind: 'reply'; raw: unknown }
  /** One response for each function call of the previous reply, in order. */
  | { kind: 'responses'; responses: FunctionResponse[] };

export type Part = { text: string } | { file: File };

export interface File {
  type: string;
  bytes: Buffer;
  /** The file counts against the limit of pictures. */
  isLimited?: boolean;
}

export interface FunctionResponse extends FunctionCall {
  body: Record<string, unknown>;
  failed: boolean;
  /** The user approved what Google asked to confirm. */
  acknowledged: boolean;
  pictures: File[];
}

/** The steps with only the last `limit` limited files. Those of the last step always remain. */
export function limitFiles(steps: readonly Step[], limit: number): Step[] {
  let remaining = limit;
  const isKept = (file: File, isLastStep: boolean): boolean => {
    if (!file.isLimited) return true;
    remaining -= 1;
    return isLastStep || remaining >= 0;
  };
  const kept = steps.toReversed().map((step, index): Step => {
    const isLastStep = index === 0;
    if (step.kind === 'reply') return step;
    if (step.kind === 'user')
      return {
        ...step,
        parts: filterFromEnd(step.parts, (part) => !('file' in part) || isKept(part.file, isLastStep)),
      };
    const responses = step.responses.toReversed().map((response) => ({
      ...response,
      pictures: filterFromEnd(response.pictures, (file) => isKept(file, isLastStep)),
    }));
    return { ...step, responses: responses.toReversed() };
  });
  return kept.toReversed();
}

function filterFromEnd<T>(list: readonly T[], isKept: (item: T) => boolean): T[] {
  return list.toReversed().filter(isKept).toReversed();
}
