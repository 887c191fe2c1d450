/** Calls in progress that end together when their connection is lost. */
export interface PendingCalls {
  count(): number;
  /** Runs `work`. Rejects with the reason of `rejectAll` when that comes first. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects all calls in progress. */
  rejectAll(reason: Error): void;
}

export function createPendingCalls(): PendingCalls {
  const rejects = new Set<(reason: Error) => void>();
  return {
    count: () => rejects.size,
    async run(work) {
      let onReject: (reason: Error) => void = () => undefined;
      const rejected = new Promise<never>((_, reject) => {
        onReject = reject;
      });
      rejects.add(onReject);
      try {
        return await Promise.race([work(), rejected]);
      } finally {
        rejects.delete(onReject);
      }
    },
    rejectAll(reason) {
      for (const reject of rejects) reject(reason);
      rejects.clear();
    },
  };
}
