import { randomUUID } from 'node:crypto';
import type { Change } from '../../../core/change.js';
import { worldName } from '../frames/frame-table.js';
import type { CdpSession } from '../handles.js';

const printPayload = 'print';

/** Reports print dialogs and permission prompts. No protocol does, so scripts in the page detect the calls. */
export async function reportInPagePrompts(session: CdpSession, report: (change: Change) => void): Promise<void> {
  const event = `handrail-${randomUUID()}`;
  const binding = `handrail_${randomUUID().replaceAll('-', '')}`;
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== binding) return;
    if (payload === printPayload) report({ kind: 'page', what: 'print_requested' });
    else report({ kind: 'page', what: 'permission_requested', detail: payload.slice(0, 40) });
  });
  const forwardScript = `(() => {
    addEventListener('beforeprint', () => ${binding}('${printPayload}'));
    addEventListener('${event}', ({ detail }) => ${binding}(String(detail)));
  })()`;
  await Promise.all([
    session.send('Runtime.addBinding', { name: binding, executionContextName: worldName }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: permissionScript(event), runImmediately: true }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: forwardScript, worldName, runImmediately: true }),
  ]);
}

/** The result for calls that would open a list to choose from: nothing was chosen. */
const reject = (error: string, message: string) => `Promise.reject(new DOMException('${message}', '${error}'))`;

const permissionCalls: readonly (readonly [owner: string, method: string, permission: string, result?: string])[] = [
  ['Geolocation?.prototype', 'getCurrentPosition', 'geolocation'],
  ['Geolocation?.prototype', 'watchPosition', 'geolocation'],
  ['Notification', 'requestPermission', 'notifications'],
  ['MediaDevices?.prototype', 'getUserMedia', 'camera or microphone'],
  ['MediaDevices?.prototype', 'getDisplayMedia', 'screen capture', reject('NotAllowedError', 'Permission denied')],
  ['Navigator?.prototype', 'requestMIDIAccess', 'midi'],
  ['Clipboard?.prototype', 'read', 'clipboard'],
  ['Clipboard?.prototype', 'readText', 'clipboard'],
  ['USB?.prototype', 'requestDevice', 'usb', reject('NotFoundError', 'No device selected.')],
  ['HID?.prototype', 'requestDevice', 'hid', 'Promise.resolve([])'],
  ['Serial?.prototype', 'requestPort', 'serial', reject('NotFoundError', 'No port selected by the user.')],
  [
    'Bluetooth?.prototype',
    'requestDevice',
    'bluetooth',
    reject('NotFoundError', 'User cancelled the requestDevice() chooser.'),
  ],
];

/** A script for the page's own world. It dispatches `event` with the permission as detail when the page requests one. */
function permissionScript(event: string): string {
  const wraps = permissionCalls.map(
    ([owner, method, permission, result]) =>
      `wrap(globalThis.${owner}, '${method}', '${permission}'${result ? `, () => ${result}` : ''});`,
  );
  return `(() => {
    const notify = (permission) => dispatchEvent(new CustomEvent('${event}', { detail: permission }));
    const wrap = (owner, method, permission, result) => {
      const original = owner?.[method];
      if (typeof original !== 'function') return;
      owner[method] = new Proxy(original, {
        apply(target, self, values) {
          notify(permission);
          return result ? result() : Reflect.apply(target, self, values);
        },
      });
    };
    ${wraps.join('\n    ')}
  })()`;
}
