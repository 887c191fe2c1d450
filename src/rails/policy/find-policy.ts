import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { kindOfHost } from '../addresses/address-kind.js';
import { parseHostPattern } from './host-pattern.js';
import { loadPolicy, policyFileName } from './load-policy.js';
import { type Policy, type PresetName, presetNames } from './schema.js';

export interface PolicySearch {
  /** A preset or the path of a file, as the user gave it. */
  given?: string | undefined;
  /** The folder in which paths begin, and in which `handrail.policy.json` is searched. */
  folder: string;
  /** Applies if nothing is given. */
  preset: PresetName;
}

/**
 * The policy that a user chose, or else the preset. Without a choice, `handrail.policy.json` of the folder counts, too, but only to be stricter
 * than the preset: a folder can come from anybody. Throws HandrailError for a policy that is not valid.
 */
export function findPolicy({ given, folder, preset }: PolicySearch): Policy {
  if (given !== undefined)
    return loadPolicy(presetNames.some((name) => name === given) ? given : resolve(folder, given));
  const path = resolve(folder, policyFileName);
  return existsSync(path) ? restrict(loadPolicy(path), preset) : loadPolicy(preset);
}

/** The policy without anything that is looser than the preset. */
export function restrict(policy: Policy, preset: PresetName): Policy {
  const { allow, named: _, loopback, private: own, ...addresses } = policy.addresses ?? {};
  return {
    ...policy,
    atLeast: preset,
    ...(policy.addresses
      ? {
          addresses: {
            ...addresses,
            ...(allow ? { allow: allow.filter(isPublic) } : {}),
            ...(loopback === 'deny' ? { loopback } : {}),
            ...(own === 'deny' ? { private: own } : {}),
          },
        }
      : {}),
  };
}

/** A pattern for this machine or a private network would also name it. */
function isPublic(pattern: string): boolean {
  const host = parseHostPattern(pattern)?.host.replace(/^\[|\]$/g, '');
  return host !== undefined && kindOfHost(host) === 'public';
}
