import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../processes/process-tree.js';
import { writeFirstStarts } from './libreoffice-first-start.js';

/** Where programs keep settings and state. */
export interface Homes {
  XDG_CONFIG_HOME: string;
  XDG_DATA_HOME: string;
  XDG_STATE_HOME: string;
  XDG_CACHE_HOME: string;
}

/** What is installed, or says where things are: it is the person's own. State that programs leave is not. */
const shared = {
  XDG_CONFIG_HOME: ['user-dirs.dirs', 'user-dirs.locale', 'mimeapps.list', 'fontconfig'],
  XDG_DATA_HOME: ['applications', 'desktop-directories', 'flatpak', 'fonts', 'icons', 'mime', 'themes', 'Trash'],
} as const;

const readOnly = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']);

/** The homes of a private desktop in `folder`. */
export function homesIn(folder: string): Homes {
  const home = (name: string): string => join(folder, 'homes', name);
  return {
    XDG_CONFIG_HOME: home('config'),
    XDG_DATA_HOME: home('data'),
    XDG_STATE_HOME: home('state'),
    XDG_CACHE_HOME: home('cache'),
  };
}

/** Makes them, so that no program meets what another session left; files and the rubbish bin stay where the person has them. */
export async function makeHomes(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<Homes> {
  const homes = homesIn(folder);
  const personal = {
    XDG_CONFIG_HOME: env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'),
    XDG_DATA_HOME: env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local/share'),
  };
  for (const home of Object.values(homes)) await mkdir(home, { recursive: true, mode: 0o700 });
  // Nothing can be made through a link that leads nowhere, and what is thrown away must not go with the desktop.
  await mkdir(join(personal.XDG_DATA_HOME, 'Trash'), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    if (!readOnly.has(errorCode(error) ?? '')) throw error; // a program that throws something away says then that it cannot
  });
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME'] as const)
    for (const part of shared[name]) await symlink(join(personal[name], part), join(homes[name], part));
  await writeFirstStarts(homes.XDG_CONFIG_HOME);
  return homes;
}
