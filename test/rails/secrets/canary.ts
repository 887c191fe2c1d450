import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every form in which a secret must not appear, in lower case. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
    html,
    JSON.stringify(secret).slice(1, -1),
    [...secret].reverse().join(''),
    bytes.toString('base64').replace(/=+$/, '').slice(0, -1),
    bytes.toString('hex'),
  ];
  return [...new Set(forms)].map((form) => form.toLowerCase());
}

/** Where one of the secrets appears: in a text, also when lines break it. */
export function findForms(text: string, secrets: readonly string[]): string[] {
  const variants = [text, text.replace(/\s+/g, '')].map((one) => one.toLowerCase());
  return secrets.flatMap(formsOf).filter((form) => variants.some((variant) => variant.includes(form)));
}

/** The contents and names of all files below a folder. */
export function readTree(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile() ? [{ path, text: `${path}\n${readFileSync(path, 'latin1')}` }] : [{ path, text: path }];
  });
}

/** The arguments and the environment of these processes. A process that has ended has none. */
export function readProcesses(pids: readonly number[]): string {
  return pids
    .flatMap((pid) => ['cmdline', 'environ'].map((name) => `/proc/${pid}/${name}`))
    .map((path) => {
      try {
        return readFileSync(path, 'latin1').replaceAll('\0', '\n');
      } catch {
        return ''; // it has ended in the meantime
      }
    })
    .join('\n');
}
