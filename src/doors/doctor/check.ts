/** ok: it works. note: nothing is blocked, but worth knowing. failed: something required does not work. */
export type Status = 'ok' | 'note' | 'failed';

export interface Finding {
  status: Status;
  /** One or more sentences. */
  message: string;
  /** The next step, with the command for this system. */
  fix?: string;
}

/** One attempt to use a requirement for real. */
export interface Trial {
  name: string;
  /** Returns soon after `signal` aborts and leaves nothing behind. */
  run(signal: AbortSignal): Finding | Promise<Finding>;
}

/** One requirement of Handrail that this machine may or may not meet. */
export interface Check {
  name: string;
  /** Time limit for each trial. */
  timeoutMs: number;
  /** The trials that apply to this machine. */
  trials(): Trial[];
}

export interface Result extends Finding {
  check: string;
  name: string;
  ms: number;
}
