import { formatAddress, readWebAddress, type WebAddress } from './web-address.js';

/** The addresses that the task, the caller or a person named. */
export interface NamedAddresses {
  /** Names the host and port of a URL, or the URL itself if it has none. */
  add(url: string): void;
  has(address: WebAddress): boolean;
  hasUrl(url: string): boolean;
}

export function createNamedAddresses(): NamedAddresses {
  const addresses = new Set<string>();
  const urls = new Set<string>();
  return {
    add(url) {
      const address = readWebAddress(url);
      if (address) addresses.add(keyOf(address));
      else if (URL.canParse(url)) urls.add(withoutFragment(url));
    },
    has: (address) => addresses.has(keyOf(address)),
    hasUrl: (url) => URL.canParse(url) && urls.has(withoutFragment(url)),
  };
}

/** A port of this machine has many names: localhost, 127.0.0.1, [::1]. */
function keyOf(address: WebAddress): string {
  return address.kind === 'loopback' ? `loopback:${address.port}` : formatAddress(address);
}

function withoutFragment(url: string): string {
  return new URL(url).href.replace(/#.*$/, '');
}

const addressInText =
  /\b(?:https?:\/\/[^\s"'<>`]+|(?:localhost|(?:[\w-]+\.)+[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\])(?::\d{1,5})?(?=[\s/,;.!?)"'`]|$))/gi;

/** The addresses that a text mentions, as URLs: `http://localhost:3000/shop`, `192.168.0.5`. */
export function findAddresses(text: string): string[] {
  return [...text.matchAll(addressInText)].flatMap(([found]) => {
    const typed = found.replace(/[.,;:!?)\]}]+$/, (end) => (/\[[^\]]*$/.test(found.slice(0, -end.length)) ? end : ''));
    // A host without a scheme is opened by either.
    const urls = /^https?:/i.test(typed) ? [typed] : [`http://${typed}`, `https://${typed}`];
    return urls.filter((url) => URL.canParse(url));
  });
}
