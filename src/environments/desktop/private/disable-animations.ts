import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Nobody watches a private desktop: controls that fade and carets that blink would only be waited for. */
const still = '[Settings]\ngtk-enable-animations=0\ngtk-cursor-blink=0\n';

/** Writes settings of GTK that keep a desktop still. Returns the folder for XDG_CONFIG_DIRS. */
export async function writeStillSettings(folder: string): Promise<string> {
  const place = join(folder, 'settings');
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    await mkdir(join(place, version), { recursive: true });
    await writeFile(join(place, version, 'settings.ini'), still);
  }
  return place;
}
