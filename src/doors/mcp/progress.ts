import type { ServerContext } from '@modelcontextprotocol/server';

/** Sends progress notifications for a call if the client asked for them. */
export interface Progress {
  /** Sends notifications to this request from now on, once per second at least. */
  attach(request: ServerContext): void;
  /** Stops sending: no request waits for the call. */
  detach(): void;
  report(text: string): void;
  /** Sets the text of the periodic notifications. */
  setStatus(text: string): void;
  end(text: string): Promise<void>;
}

const intervalMs = 1_000;

export function createProgress(description: string): Progress {
  let status = description;
  let notify: ((text: string) => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;

  function detach(): void {
    clearInterval(timer);
    notify = undefined;
  }

  return {
    detach,
    attach(request) {
      detach();
      const startedAt = performance.now();
      notify = createNotifier(request, startedAt);
      if (!notify) return;
      void notify(status);
      const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
      timer = setInterval(() => void notify?.(`${status}: ${seconds()} s`), intervalMs);
    },
    report: (text) => void notify?.(text),
    setStatus(text) {
      status = text;
      void notify?.(text);
    },
    async end(text) {
      const last = notify;
      detach();
      await last?.(text);
    },
  };
}

function createNotifier({ mcpReq }: ServerContext, startedAt: number): ((text: string) => Promise<void>) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return async (message) => {
    // The protocol requires increasing numbers.
    last = Math.max(last + 0.001, Math.round((performance.now() - startedAt) / 10) / 100);
    const params = { progressToken, progress: last, message };
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined); // the client has left
  };
}
