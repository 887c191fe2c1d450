import { matchesHost, parseHostPattern } from '../policy/host-pattern.js';
import type { Policy, PolicyVerdict } from '../policy/schema.js';
import type { AddressKind } from './address-kind.js';
import { formatAddress, type WebAddress } from './web-address.js';

/** What a policy says about addresses, with its defaults. */
export interface AddressRules {
  allow: readonly string[] | undefined;
  deny: readonly string[];
  named: readonly string[];
  choices: Readonly<Record<Exclude<AddressKind, 'public'>, 'named' | PolicyVerdict>>;
}

export interface AddressDecision {
  verdict: PolicyVerdict;
  /** `addresses.allow`, `addresses.private` … */
  rule: string;
  /** A sentence. */
  reason: string;
}

/** Undefined for a policy that does not limit addresses: the preset `open` without `addresses`. */
export function readAddressRules({ preset, atLeast = 'open', addresses }: Policy): AddressRules | undefined {
  const isOpen = preset === 'open' && atLeast === 'open';
  if (isOpen && !addresses) return undefined;
  const { allow, deny = [], named = [], loopback, private: local } = addresses ?? {};
  return {
    allow,
    deny,
    named,
    choices: { loopback: loopback ?? (isOpen ? 'allow' : 'ask'), private: local ?? (isOpen ? 'allow' : 'named') },
  };
}

/** Decides on a host and port. `kind` is that of the addresses that the host has. `isNamed`: the task, the caller or a person named it. */
export function decideAddress(
  rules: AddressRules,
  address: WebAddress,
  kind: AddressKind,
  isNamed: boolean,
): AddressDecision {
  const host = formatAddress(address);
  const denied = rules.deny.find((pattern) => matchesHost(pattern, host));
  if (denied !== undefined) return deny('addresses.deny', `The policy denies ${denied}.`);
  const allowed = rules.allow?.find((pattern) => matchesHost(pattern, host));
  const named = rules.named.find((pattern) => matchesHost(pattern, host));
  if (rules.allow && allowed === undefined && named === undefined)
    return deny('addresses.allow', `${host} is not one of the addresses that the policy allows.`);
  if (kind === 'public') return { verdict: 'allow', rule: 'addresses', reason: `${host} is a public address.` };
  const byPattern = named ?? (allowed !== undefined && namesKind(allowed, address) ? allowed : undefined);
  if (byPattern !== undefined) return { verdict: 'allow', rule: 'addresses', reason: `The policy names ${byPattern}.` };
  if (isNamed) return { verdict: 'allow', rule: 'addresses', reason: `${host} was named.` };
  const choice = rules.choices[kind];
  const what = kind === 'loopback' ? 'an address of this machine' : 'not a public address';
  // A public name that leads to this machine is how a page attacks it: nobody is asked to approve that.
  const isAttack = kind === 'loopback' && address.kind === 'public';
  const verdict = choice === 'named' || (choice === 'ask' && isAttack) ? 'deny' : choice;
  const reason = verdict === 'allow' ? `The policy allows it.` : `${host} is ${what}, and nobody named it.`;
  return { verdict, rule: `addresses.${kind}`, reason };
}

/** Whether a pattern shows by itself that it means an address of this machine or network. A public name can be made to lead there. */
function namesKind(pattern: string, { host, kind }: WebAddress): boolean {
  return kind !== 'public' && parseHostPattern(pattern)?.host.replace(/^\[|\]$/g, '') === host;
}

function deny(rule: string, reason: string): AddressDecision {
  return { verdict: 'deny', rule, reason };
}
