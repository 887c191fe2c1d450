import type { ServerContext } from '@modelcontextprotocol/server';

/** Tells the client how a call goes, where it has asked for that. */
export interface Progress {
  /** What is waited for now. */
  say(text: string): void;
  end(text: string): Promise<void>;
}

const everyMs = 1_000;

export function tellProgress({ mcpReq }: ServerContext, about: string): Progress {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return { say: () => undefined, end: async () => undefined };
  const progressToken = token;
  const began = performance.now();
  let waitsFor = about;
  let last = -1;

  async function tell(message: string): Promise<void> {
    // Each has to be more than the one before, whatever the clock says.
    last = Math.max(last + 0.001, Math.round((performance.now() - began) / 10) / 100);
    const params = { progressToken, progress: last, message };
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined); // the client has left: nobody hears it
  }

  void tell(about);
  const timer = setInterval(() => {
    void tell(`${waitsFor}: ${Math.round((performance.now() - began) / 1_000)} s`);
  }, everyMs);
  return {
    say(text) {
      waitsFor = text;
      void tell(text);
    },
    async end(text) {
      clearInterval(timer);
      await tell(text);
    },
  };
}
