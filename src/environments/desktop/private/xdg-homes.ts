import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../processes/process-tree.js';
import { skipLibreOfficeWelcome } from './libreoffice-first-start.js';

/** The folders in which programs store settings and state. */
export interface XdgHomes {
  XDG_CONFIG_HOME: string;
  XDG_DATA_HOME: string;
  XDG_STATE_HOME: string;
  XDG_CACHE_HOME: string;
}

/** Installed content and locations that are shared with the user. State of programs is not shared. */
const sharedEntries = {
  XDG_CONFIG_HOME: ['user-dirs.dirs', 'user-dirs.locale', 'mimeapps.list', 'fontconfig'],
  XDG_DATA_HOME: ['applications', 'desktop-directories', 'flatpak', 'fonts', 'icons', 'mime', 'themes', 'Trash'],
} as const;

const notWritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']);

/** The XDG folders of a private desktop in `folder`. */
export function xdgHomesIn(folder: string): XdgHomes {
  const home = (name: string): string => join(folder, 'homes', name);
  return {
    XDG_CONFIG_HOME: home('config'),
    XDG_DATA_HOME: home('data'),
    XDG_STATE_HOME: home('state'),
    XDG_CACHE_HOME: home('cache'),
  };
}

/** Creates the XDG folders, so that no program finds state of another session. Files and the trash stay the user's. */
export async function createXdgHomes(folder: string): Promise<XdgHomes> {
  const { env } = process;
  const homes = xdgHomesIn(folder);
  const userHomes = {
    XDG_CONFIG_HOME: env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'),
    XDG_DATA_HOME: env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local/share'),
  };
  for (const home of Object.values(homes)) await mkdir(home, { recursive: true, mode: 0o700 });
  // The trash must exist before the link to it, and must outlive the desktop.
  await mkdir(join(userHomes.XDG_DATA_HOME, 'Trash'), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    if (!notWritable.has(errorCode(error) ?? '')) throw error; // a program that uses the trash reports the failure then
  });
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME'] as const)
    for (const entry of sharedEntries[name]) await symlink(join(userHomes[name], entry), join(homes[name], entry));
  await skipLibreOfficeWelcome(homes.XDG_CONFIG_HOME);
  return homes;
}
