import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeUrl } from '../../../src/core/url.js';
import { acquireBrowser, type BrowserLease } from '../../../src/environments/browser/launch/acquire-browser.js';
import { type AddressGuard, createAddressGuard } from '../../../src/rails/addresses/address-guard.js';
import type { Policy } from '../../../src/rails/policy/schema.js';
import { isLongJob, seed } from '../../support/sample.js';
import { generateUrls } from './generate-urls.js';

const urls = generateUrls(isLongJob ? 100_000 : 6_000, seed);
const batch = 5_000;

let lease: BrowserLease;
let page: Page;
beforeAll(async () => {
  lease = await acquireBrowser({});
  page = await (await lease.browser.playwright()).newPage();
});
afterAll(async () => {
  await page?.close();
  await lease?.release();
});

interface Parsed {
  protocol: string;
  hostname: string;
}

/** How Chromium reads URLs. Undefined for a text that is none. */
async function readByBrowser(texts: readonly string[]): Promise<(Parsed | undefined)[]> {
  const read: (Parsed | undefined)[] = [];
  for (let from = 0; from < texts.length; from += batch) {
    const found = await page.evaluate(
      (list) =>
        list.map((text) => {
          const link = document.createElement('a');
          link.href = text;
          return URL.canParse(text) ? { protocol: link.protocol, hostname: link.hostname } : null;
        }),
      texts.slice(from, from + batch),
    );
    read.push(...found.map((one) => one ?? undefined));
  }
  return read;
}

/** The texts that a guard lets through, as pages, and as what an agent opens. */
function letThrough(guard: AddressGuard): string[] {
  return urls.flatMap((text) => {
    const opened = normalized(text);
    return [text, ...(opened === undefined ? [] : [opened])].filter(
      (url) => guard.judgeUrl(url, 'page').verdict === 'allow',
    );
  });
}

function normalized(text: string): string | undefined {
  try {
    return normalizeUrl(text);
  } catch {
    return undefined; // refused before any rule
  }
}

function guardOf(addresses: Policy['addresses']): AddressGuard {
  const guard = createAddressGuard({ preset: 'careful', addresses });
  if (!guard) throw new Error('The policy limits no addresses.');
  return guard;
}

/** Written apart from the rules that are tested: the addresses that Chromium shows in its own spelling. */
const notPublic =
  /^(?:localhost\.?|.*\.localhost\.?|(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[34]\d|25[0-5])\.[\d.]+|\[(?![23][0-9a-f]{3}:).*)$/;

describe(`${urls.length} URLs that parsers read in different ways`, () => {
  test('of those that the rules take for example.com, Chromium opens no other host', async () => {
    const allowed = letThrough(guardOf({ allow: ['example.com'] }));
    const read = await readByBrowser(allowed);
    const wrong = allowed.filter((text, index) => {
      const one = read[index];
      if (!one || text === 'about:blank' || /^\s*about:blank/i.test(text)) return false;
      return !/^https?:$/.test(one.protocol) || !/^example\.com\.?$/.test(one.hostname);
    });
    expect(wrong).toEqual([]);
    expect(allowed.length).toBeGreaterThan(urls.length / 50);
  });

  test('of those that the rules take for public, Chromium opens no address of this machine or of a private network', async () => {
    const allowed = letThrough(guardOf({ loopback: 'named' }));
    const read = await readByBrowser(allowed);
    const wrong = allowed.filter((text, index) => {
      const one = read[index];
      if (!one || /^\s*about:blank/i.test(text)) return false;
      return !/^https?:$/.test(one.protocol) || notPublic.test(one.hostname);
    });
    expect(wrong).toEqual([]);
    expect(allowed.length).toBeGreaterThan(urls.length / 20);
  });
});
