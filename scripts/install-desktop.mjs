import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installCommand, installPackages, missingPackages } from './apt.mjs';
import { browserPackages } from './install-browser.mjs';
import { ScriptError } from './run-command.mjs';

/** The packages that the tests of desktops and containers use, each with a program or file that identifies it on other systems. */
const needed = {
  xvfb: 'Xvfb',
  openbox: 'openbox',
  dbus: 'dbus-daemon',
  'at-spi2-core': ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'],
  xdotool: 'xdotool',
  xinput: 'xinput',
  xclip: 'xclip',
  scrot: 'scrot',
  'x11-utils': 'xprop',
  'x11-apps': 'xeyes',
  'x11-xserver-utils': 'xrandr',
  'x11-xkb-utils': 'setxkbmap',
  xauth: 'xauth',
  i3lock: 'i3lock',
  xterm: 'xterm',
  galculator: 'galculator',
  mousepad: 'mousepad',
  thunar: 'thunar',
  'libreoffice-calc': 'localc',
  'libreoffice-gtk3': ['/usr/lib/libreoffice/program/libvclplug_gtk3lo.so'],
  'python3-gi': ['/usr/lib/python3/dist-packages/gi'],
  'gir1.2-gtk-3.0': 'gtk3',
  'gir1.2-gtk-4.0': 'gtk4',
  'python3-tk': 'wish',
  'python3-pyqt5': ['/usr/lib/python3/dist-packages/PyQt5'],
  'default-jre': 'java',
  'default-jdk-headless': 'javac',
  'docker.io': 'dockerd',
  debootstrap: 'debootstrap',
};

/** Installs the packages that the tests of desktops and containers use, together with the browser. @param {string} root @param {boolean} withBrowser */
export function ensureDesktop(root, withBrowser) {
  if (process.platform !== 'linux') {
    console.log('The tests of desktops and containers need Linux. They will fail on this system.');
    return;
  }
  const missing = canInstall()
    ? missingPackages([...Object.keys(needed), ...(withBrowser ? browserPackages : [])])
    : Object.entries(needed)
        .filter(([, known]) => !isInstalled(known))
        .map(([name]) => name);
  if (missing.length > 0) installMissing(root, missing);
  if (canInstall()) installHeadlessShell(root);
}

/** @param {string} root @param {readonly string[]} missing */
function installMissing(root, missing) {
  if (!canInstall()) throw missingError(missing, 'Not installed');
  console.log(`Installing packages for the tests: ${missing.join(', ')} …`);
  const problem = installPackages(root, missing);
  const left = missingPackages(missing);
  if (left.length > 0) throw missingError(left, `Could not be installed${problem ? ` (${problem})` : ''}`);
}

/** Tests that only use a browser run in it, because it starts faster. Without it they run in Chromium. @param {string} root */
function installHeadlessShell(root) {
  const name = 'chromium-headless-shell';
  if (missingPackages([name]).length === 0) return;
  console.log(`Installing ${name} …`);
  const problem = installPackages(root, [name]);
  if (problem)
    console.log(
      `${name} could not be installed (${problem}). The tests run without it and take longer. Try: ${installCommand([name])}`,
    );
}

/** @param {readonly string[]} packages @param {string} how */
function missingError(packages, how) {
  return new ScriptError(
    'desktop_missing',
    `${how}: ${packages.join(', ')}.`,
    `The tests of desktops and containers need these. On Debian: \`${installCommand(packages)}\`.`,
  );
}

/** @param {string | readonly string[]} known */
function isInstalled(known) {
  if (known === 'gtk3' || known === 'gtk4') return true; // parts of python3-gi on other systems
  if (typeof known !== 'string') return known.some((path) => existsSync(path));
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, known)));
}
