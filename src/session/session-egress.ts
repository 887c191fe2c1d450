import type { BrowserEgress } from '../core/risk/browser-egress.js';
import type { AddressGuard } from '../rails/addresses/address-guard.js';
import type { AddressDecision } from '../rails/addresses/address-rules.js';
import { formatAddress, type WebAddress } from '../rails/addresses/web-address.js';
import { type EgressProxy, findFailure, startEgressProxy } from '../rails/egress/egress-proxy.js';
import type { Resolve } from '../rails/egress/pinned-hosts.js';

/** What the session does when its proxy refuses a connection, or does not know whether to. */
export interface EgressListener {
  /** Asks a person. Only `true` opens the connection. */
  ask(address: WebAddress, decision: AddressDecision): Promise<boolean>;
  onRefused(address: WebAddress, reason: string): void;
}

/** The way out of a browser session. */
export interface SessionEgress {
  readonly browser: BrowserEgress;
  /** Until a listener is set, what would be asked is refused. */
  listen(listener: EgressListener): void;
  close(): Promise<void>;
}

export interface SessionEgressOptions {
  /** Without a proxy only the addresses of pages and frames are checked. */
  withProxy: boolean;
  resolve?: Resolve | undefined;
}

export async function startSessionEgress(
  guard: AddressGuard,
  { withProxy, resolve }: SessionEgressOptions,
): Promise<SessionEgress> {
  let listener: EgressListener | undefined;
  const answers = new Map<string, Promise<boolean>>();
  const proxy: EgressProxy | undefined = withProxy
    ? await startEgressProxy({
        judge: guard.judgeAddress,
        // One question for each address, however often a page tries it.
        async ask(address, decision) {
          if (!listener) return false;
          const key = formatAddress(address);
          const answer = answers.get(key) ?? listener.ask(address, decision);
          answers.set(key, answer);
          return answer;
        },
        onRefused: (address, { message }) => listener?.onRefused(address, message),
        resolve,
        variables: process.env,
      })
    : undefined;
  return {
    browser: {
      proxyServer: proxy && `socks5://127.0.0.1:${proxy.port}`,
      refusalOf(url, use) {
        const { verdict, reason, rule } = guard.judgeUrl(url, use);
        return verdict === 'allow' ? undefined : `${reason.replace(/\.$/, '')} (${rule}).`;
      },
      failureOf: (url, since) => proxy && findFailure(proxy, since, url),
    },
    listen(added) {
      listener = added;
    },
    close: async () => proxy?.close(),
  };
}
