import type { Policy } from '../policy/schema.js';
import type { AddressKind } from './address-kind.js';
import { type AddressDecision, decideAddress, readAddressRules } from './address-rules.js';
import { createNamedAddresses } from './named-addresses.js';
import { readWebAddress, type WebAddress } from './web-address.js';

/** What a URL is for: the page of a tab, the document of a frame, or anything else that a page loads. */
export type UrlUse = 'page' | 'frame' | 'resource';

/** Decides which addresses a session may reach. */
export interface AddressGuard {
  judgeUrl(url: string, use: UrlUse): AddressDecision;
  /** Decides on a host whose addresses are of this kind. */
  judgeAddress(address: WebAddress, kind: AddressKind): AddressDecision;
  /** The task, the caller or a person names a URL: its host and port may be reached, whatever their kind. */
  name(url: string): void;
}

/** Undefined for a policy that does not limit addresses. */
export function createAddressGuard(policy: Policy): AddressGuard | undefined {
  const rules = readAddressRules(policy);
  if (!rules) return undefined;
  const named = createNamedAddresses();
  const judgeAddress = (address: WebAddress, kind: AddressKind) =>
    decideAddress(rules, address, kind, named.has(address));
  return {
    judgeAddress,
    judgeUrl(url, use) {
      const address = readWebAddress(url);
      if (address && (use === 'resource' || /^https?:/i.test(url.trimStart())))
        return judgeAddress(address, address.kind);
      return named.hasUrl(url) ? allowed : judgeScheme(url, use);
    },
    name: named.add,
  };
}

const allowed: AddressDecision = { verdict: 'allow', rule: 'addresses', reason: 'It was named.' };

/** Documents without an address of their own. The browser shows the last one if a page cannot be loaded. */
const emptyDocuments = /^(?:about:(?:blank|srcdoc)(?:[?#].*)?|chrome-error:\/\/chromewebdata\/?)$/i;
/** Content that a page makes itself. As a page of its own it would have no address that a rule can judge. */
const madeByPage = /^(?:data|blob|about|filesystem):/i;

function judgeScheme(url: string, use: UrlUse): AddressDecision {
  if (url === '' || emptyDocuments.test(url)) return { ...allowed, reason: 'It is an empty page.' };
  if (use !== 'page' && madeByPage.test(url)) return { ...allowed, reason: 'It is part of the page.' };
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? 'unknown';
  return { verdict: 'deny', rule: 'addresses.schemes', reason: `A page with the scheme ${scheme}: was not named.` };
}
