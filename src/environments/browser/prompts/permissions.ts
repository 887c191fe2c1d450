interface PermissionCall {
  /** The expression of the object that has the method. */
  owner: string;
  method: string;
  permission: string;
  /** The result for calls that would open a list to choose from: nothing was chosen. */
  result?: string;
}

const reject = (error: string, message: string) => `Promise.reject(new DOMException('${message}', '${error}'))`;

const permissionCalls: readonly PermissionCall[] = [
  { owner: 'Geolocation?.prototype', method: 'getCurrentPosition', permission: 'geolocation' },
  { owner: 'Geolocation?.prototype', method: 'watchPosition', permission: 'geolocation' },
  { owner: 'Notification', method: 'requestPermission', permission: 'notifications' },
  { owner: 'MediaDevices?.prototype', method: 'getUserMedia', permission: 'camera or microphone' },
  {
    owner: 'MediaDevices?.prototype',
    method: 'getDisplayMedia',
    permission: 'screen capture',
    result: reject('NotAllowedError', 'Permission denied'),
  },
  { owner: 'Navigator?.prototype', method: 'requestMIDIAccess', permission: 'midi' },
  { owner: 'Clipboard?.prototype', method: 'read', permission: 'clipboard' },
  { owner: 'Clipboard?.prototype', method: 'readText', permission: 'clipboard' },
  {
    owner: 'USB?.prototype',
    method: 'requestDevice',
    permission: 'usb',
    result: reject('NotFoundError', 'No device selected.'),
  },
  { owner: 'HID?.prototype', method: 'requestDevice', permission: 'hid', result: 'Promise.resolve([])' },
  {
    owner: 'Serial?.prototype',
    method: 'requestPort',
    permission: 'serial',
    result: reject('NotFoundError', 'No port selected by the user.'),
  },
  {
    owner: 'Bluetooth?.prototype',
    method: 'requestDevice',
    permission: 'bluetooth',
    result: reject('NotFoundError', 'User cancelled the requestDevice() chooser.'),
  },
];

/** A script for the page's own world. It dispatches `event` with the permission as detail when the page requests one. */
export function permissionScript(event: string): string {
  const wraps = permissionCalls.map(
    ({ owner, method, permission, result }) =>
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
