import { randomUUID } from 'node:crypto';
import type { CDPSession } from 'playwright-core';
import type { Change } from '../../core/change.js';
import { worldName } from './frame-table.js';

type Hear = (change: Change) => void;

/** Answers of the network that a browser would ask its user about: nobody is asked, so they are told. */
export function watchOddities(session: CDPSession, hear: Hear): void {
  const documents = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Document') documents.set(requestId, request.url);
  });
  session.on('Network.responseReceived', ({ response, type }) => {
    if (type === 'Document' && response.status === 401) {
      hear({ kind: 'page', what: 'auth_asked', detail: response.url.slice(0, 200) });
    }
  });
  session.on('Network.loadingFinished', ({ requestId }) => documents.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    const url = documents.get(requestId);
    documents.delete(requestId);
    if (url === undefined || !/ERR_(CERT|SSL)/.test(errorText)) return;
    hear({ kind: 'page', what: 'certificate_error', detail: `${errorText.replace('net::', '')} ${url.slice(0, 200)}` });
  });
}

/** What pages ask their user through the browser, by the name it is told under. */
const asks: readonly (readonly [owner: string, method: string, name: string])[] = [
  ['Geolocation.prototype', 'getCurrentPosition', 'geolocation'],
  ['Geolocation.prototype', 'watchPosition', 'geolocation'],
  ['Notification', 'requestPermission', 'notifications'],
  ['MediaDevices.prototype', 'getUserMedia', 'camera or microphone'],
  ['MediaDevices.prototype', 'getDisplayMedia', 'screen capture'],
  ['Navigator.prototype', 'requestMIDIAccess', 'midi'],
  ['Clipboard.prototype', 'read', 'clipboard'],
  ['Clipboard.prototype', 'readText', 'clipboard'],
  ['USB.prototype', 'requestDevice', 'usb'],
  ['HID.prototype', 'requestDevice', 'hid'],
  ['Serial.prototype', 'requestPort', 'serial'],
  ['Bluetooth.prototype', 'requestDevice', 'bluetooth'],
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
    const noticed = (owner, method, name) => {
      const original = owner?.[method];
      if (typeof original !== 'function') return;
      owner[method] = new Proxy(original, { apply(target, self, values) { tell(name); return Reflect.apply(target, self, values); } });
    };
    ${asks.map(([owner, method, name]) => `noticed(globalThis.${owner.replace('.', '?.')}, '${method}', '${name}');`).join('\n    ')}
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
