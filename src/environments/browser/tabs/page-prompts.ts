import { randomUUID } from 'node:crypto';
import type { CDPSession } from 'playwright-core';
import type { Change } from '../../../core/change.js';
import { worldName } from '../frames/frame-table.js';

type Hear = (change: Change) => void;

/** Answers of the network that a browser would ask its user about: nobody is asked, so they are told. */
export function watchOddities(session: CDPSession, hear: Hear): void {
  const documents = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Document') documents.set(requestId, request.url.slice(0, 200));
  });
  session.on('Network.responseReceived', ({ response, type }) => {
    const asks = Object.keys(response.headers).some((name) => name.toLowerCase() === 'www-authenticate');
    if (type === 'Document' && response.status === 401 && asks)
      hear({ kind: 'page', what: 'auth_asked', detail: response.url.slice(0, 200) });
  });
  session.on('Network.loadingFinished', ({ requestId }) => documents.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    const url = documents.get(requestId);
    documents.delete(requestId);
    if (url === undefined || !/ERR_(CERT|SSL)/.test(errorText)) return;
    hear({ kind: 'page', what: 'certificate_error', detail: `${errorText.replace('net::', '')} ${url}` });
  });
  // A frame that moves to another process takes the end of its requests along.
  session.on('Page.frameNavigated', ({ frame }) => {
    if (!frame.parentId) documents.clear();
  });
}

interface Ask {
  owner: string;
  method: string;
  /** What it is told as. */
  name: string;
  /** Where the browser would show a list to choose from: what it answers when nothing is chosen. */
  answer?: string;
}

const noChoice = (kind: string, text: string) => `Promise.reject(new DOMException('${text}', '${kind}'))`;

/** What pages ask their user through the browser. */
const asks: readonly Ask[] = [
  { owner: 'Geolocation?.prototype', method: 'getCurrentPosition', name: 'geolocation' },
  { owner: 'Geolocation?.prototype', method: 'watchPosition', name: 'geolocation' },
  { owner: 'Notification', method: 'requestPermission', name: 'notifications' },
  { owner: 'MediaDevices?.prototype', method: 'getUserMedia', name: 'camera or microphone' },
  {
    owner: 'MediaDevices?.prototype',
    method: 'getDisplayMedia',
    name: 'screen capture',
    answer: noChoice('NotAllowedError', 'Permission denied'),
  },
  { owner: 'Navigator?.prototype', method: 'requestMIDIAccess', name: 'midi' },
  { owner: 'Clipboard?.prototype', method: 'read', name: 'clipboard' },
  { owner: 'Clipboard?.prototype', method: 'readText', name: 'clipboard' },
  {
    owner: 'USB?.prototype',
    method: 'requestDevice',
    name: 'usb',
    answer: noChoice('NotFoundError', 'No device selected.'),
  },
  { owner: 'HID?.prototype', method: 'requestDevice', name: 'hid', answer: 'Promise.resolve([])' },
  {
    owner: 'Serial?.prototype',
    method: 'requestPort',
    name: 'serial',
    answer: noChoice('NotFoundError', 'No port selected by the user.'),
  },
  {
    owner: 'Bluetooth?.prototype',
    method: 'requestDevice',
    name: 'bluetooth',
    answer: noChoice('NotFoundError', 'User cancelled the requestDevice() chooser.'),
  },
];

/** Tells of print dialogs and permission prompts. No protocol reports these, so the calls themselves are noticed in the page. */
export async function hearAsks(session: CDPSession, hear: Hear): Promise<void> {
  const event = `handrail-${randomUUID()}`;
  const binding = `handrail_${randomUUID().replaceAll('-', '')}`;
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== binding) return;
    if (payload === 'print') hear({ kind: 'page', what: 'print_asked' });
    else hear({ kind: 'page', what: 'permission_asked', detail: payload.slice(0, 40) });
  });
  const inPage = `(() => {
    const tell = (name) => dispatchEvent(new CustomEvent('${event}', { detail: name }));
    const noticed = (owner, method, name, answer) => {
      const original = owner?.[method];
      if (typeof original !== 'function') return;
      owner[method] = new Proxy(original, {
        apply(target, self, values) { tell(name); return answer ? answer() : Reflect.apply(target, self, values); },
      });
    };
    ${asks.map(({ owner, method, name, answer }) => `noticed(globalThis.${owner}, '${method}', '${name}'${answer ? `, () => ${answer}` : ''});`).join('\n    ')}
  })()`;
  const inOurs = `(() => {
    addEventListener('beforeprint', () => ${binding}('print'));
    addEventListener('${event}', (asked) => ${binding}(String(asked.detail)));
  })()`;
  await Promise.all([
    session.send('Runtime.addBinding', { name: binding, executionContextName: worldName }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: inPage, runImmediately: true }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: inOurs, worldName, runImmediately: true }),
  ]);
}
