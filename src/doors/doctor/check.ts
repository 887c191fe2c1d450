/** works: seen to work. remark: not in the way, but good to know. fails: something that is needed does not work. */
export type State = 'works' | 'remark' | 'fails';

export interface Finding {
  state: State;
  /** A sentence. */
  says: string;
  /** What to do about it, with the command for this system. */
  fix?: string;
}

/** One thing to try. */
export interface Trial {
  name: string;
  /** Ends soon after `signal` aborts, and then leaves nothing behind. */
  run(signal: AbortSignal): Finding | Promise<Finding>;
}

/** A record for each thing that this machine could have or lack. */
export interface Check {
  name: string;
  /** For each trial, at most. */
  limitMs: number;
  /** What there is to try on this machine. */
  trials(): Trial[];
}

export interface Result extends Finding {
  check: string;
  name: string;
  ms: number;
}
