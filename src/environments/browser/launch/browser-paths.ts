import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** `chosen`: named by HANDRAIL_BROWSER. `playwright`: downloaded by Playwright. */
export type BrowserKind = 'chosen' | 'chrome' | 'chromium' | 'edge' | 'playwright';

export interface BrowserLocation {
  path: string;
  kind: BrowserKind;
}

export type EnvironmentVariables = Record<string, string | undefined>;

const installedKinds = ['chrome', 'chromium', 'edge'] as const;
type InstalledKind = (typeof installedKinds)[number];

const linuxNames: Record<InstalledKind, string[]> = {
  chrome: ['google-chrome-stable', 'google-chrome', 'chrome'],
  chromium: ['chromium', 'chromium-browser'],
  edge: ['microsoft-edge-stable', 'microsoft-edge'],
};
const linuxPaths: Record<InstalledKind, string[]> = {
  chrome: ['/opt/google/chrome/chrome', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome'],
  chromium: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/lib/chromium/chromium', '/snap/bin/chromium'],
  edge: ['/opt/microsoft/msedge/msedge', '/usr/bin/microsoft-edge-stable', '/usr/bin/microsoft-edge'],
};
const macApplications: Record<InstalledKind, string> = {
  chrome: 'Google Chrome',
  chromium: 'Chromium',
  edge: 'Microsoft Edge',
};
const windowsPaths: Record<InstalledKind, string> = {
  chrome: 'Google\\Chrome\\Application\\chrome.exe',
  chromium: 'Chromium\\Application\\chrome.exe',
  edge: 'Microsoft\\Edge\\Application\\msedge.exe',
};

const testingMac = 'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing';
const chromiumMac = 'Chromium.app/Contents/MacOS/Chromium';
const playwrightPrograms = {
  linux: ['chrome-linux64/chrome', 'chrome-linux-arm64/chrome', 'chrome-linux/chrome'],
  darwin: [`chrome-mac-arm64/${testingMac}`, `chrome-mac-x64/${testingMac}`, `chrome-mac/${chromiumMac}`],
  win32: ['chrome-win64\\chrome.exe', 'chrome-win\\chrome.exe'],
};

const homeFolder = (env: EnvironmentVariables) => env.HOME || env.USERPROFILE || homedir();

function installedPaths(kind: InstalledKind, env: EnvironmentVariables, platform: NodeJS.Platform): string[] {
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return roots.flatMap((root) => (root ? [win32.join(root, windowsPaths[kind])] : []));
  }
  if (platform === 'darwin') {
    const program = `${macApplications[kind]}.app/Contents/MacOS/${macApplications[kind]}`;
    return [posix.join('/Applications', program), posix.join(homeFolder(env), 'Applications', program)];
  }
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const onPath = folders.flatMap((folder) => linuxNames[kind].map((name) => posix.join(folder, name)));
  return [...onPath, ...linuxPaths[kind]];
}

/** The folder that Playwright downloads browsers to. */
function playwrightFolder(env: EnvironmentVariables, platform: NodeJS.Platform): string {
  const { join, resolve } = platform === 'win32' ? win32 : posix;
  const chosen = env.PLAYWRIGHT_BROWSERS_PATH;
  if (chosen === '0') {
    return join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '..', '.local-browsers');
  }
  if (chosen) return resolve(env.INIT_CWD ?? process.cwd(), chosen);
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homeFolder(env), 'AppData', 'Local'), 'ms-playwright');
  if (platform === 'darwin') return join(homeFolder(env), 'Library', 'Caches', 'ms-playwright');
  return join(env.XDG_CACHE_HOME || join(homeFolder(env), '.cache'), 'ms-playwright');
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // it does not exist or cannot be read
  }
}

/** The browsers that Playwright downloaded, the newest first. */
function playwrightPaths(env: EnvironmentVariables, platform: NodeJS.Platform): string[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const programs = playwrightPrograms[platform === 'win32' || platform === 'darwin' ? platform : 'linux'];
  const folder = playwrightFolder(env, platform);
  const revision = (name: string) => Number(name.slice('chromium-'.length));
  return listFolder(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((one, other) => revision(other) - revision(one))
    .flatMap((name) => programs.map((program) => join(folder, name, program)));
}

/** All paths where a browser may be, in order of preference. */
export function browserLocations(env: EnvironmentVariables, platform: NodeJS.Platform): BrowserLocation[] {
  return [
    ...installedKinds.flatMap((kind) => installedPaths(kind, env, platform).map((path) => ({ path, kind }))),
    ...playwrightPaths(env, platform).map((path) => ({ path, kind: 'playwright' as const })),
  ];
}
