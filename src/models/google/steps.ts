import type { Asked } from './reply.js';

/** A conversation in the order in which Google is told it, in neither of its two spellings. */
export type Step =
  | { kind: 'said'; parts: Part[] }
  /** What the model said, as it said it. */
  | { kind: 'reply'; raw: unknown }
  /** One for each function that the reply before called, in their order. */
  | { kind: 'answers'; answers: Answer[] };

export type Part = { text: string } | { file: File };

export interface File {
  type: string;
  bytes: Buffer;
  /** A look at the screen, of which only the last few are worth sending. */
  isLook?: boolean;
}

export interface Answer extends Asked {
  body: Record<string, unknown>;
  failed: boolean;
  /** A person agreed to what Google had asked about. */
  acknowledged: boolean;
  pictures: File[];
}

/** The same with only the last few looks at the screen; those of the last step always stay. */
export function withLooks(steps: readonly Step[], keep: number): Step[] {
  let left = keep;
  const isKept = (file: File, isEnd: boolean): boolean => {
    if (!file.isLook) return true;
    left -= 1;
    return isEnd || left >= 0;
  };
  const kept = steps.toReversed().map((step, back): Step => {
    const isEnd = back === 0;
    if (step.kind === 'reply') return step;
    if (step.kind === 'said')
      return { ...step, parts: fromEnd(step.parts, (part) => !('file' in part) || isKept(part.file, isEnd)) };
    const answers = step.answers
      .toReversed()
      .map((one) => ({ ...one, pictures: fromEnd(one.pictures, (file) => isKept(file, isEnd)) }));
    return { ...step, answers: answers.toReversed() };
  });
  return kept.toReversed();
}

function fromEnd<T>(list: readonly T[], isKept: (item: T) => boolean): T[] {
  return list.toReversed().filter(isKept).toReversed();
}
