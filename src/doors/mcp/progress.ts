import type { ServerContext } from '@modelcontextprotocol/server';

/** Tells the client how a call goes, as far as it has asked for that. */
export interface Progress {
  /** From now on it is told to whoever made this request. */
  follow(request: ServerContext): void;
  /** Nobody is there to be told. */
  pause(): void;
  say(text: string): void;
  /** What is waited for from now on. */
  wait(text: string): void;
  end(text: string): Promise<void>;
}

const everyMs = 1_000;

export function createProgress(about: string): Progress {
  let waitsFor = about;
  let tell: ((text: string) => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;

  function pause(): void {
    clearInterval(timer);
    tell = undefined;
  }

  return {
    pause,
    follow(request) {
      pause();
      const began = performance.now();
      tell = teller(request, began);
      if (!tell) return;
      void tell(waitsFor);
      timer = setInterval(
        () => void tell?.(`${waitsFor}: ${Math.round((performance.now() - began) / 1_000)} s`),
        everyMs,
      );
    },
    say: (text) => void tell?.(text),
    wait(text) {
      waitsFor = text;
      void tell?.(text);
    },
    async end(text) {
      const last = tell;
      pause();
      await last?.(text);
    },
  };
}

function teller({ mcpReq }: ServerContext, began: number): ((text: string) => Promise<void>) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return async (message) => {
    // Each has to be more than the one before, whatever the clock says.
    last = Math.max(last + 0.001, Math.round((performance.now() - began) / 10) / 100);
    const params = { progressToken, progress: last, message };
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined); // the client has left: nobody hears it
  };
}
