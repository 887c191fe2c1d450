import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Fading controls and blinking carets would only delay settling. */
const gtkSettings = '[Settings]\ngtk-enable-animations=0\ngtk-cursor-blink=0\n';

/** Writes GTK settings without animations. Returns the folder for XDG_CONFIG_DIRS. */
export async function disableAnimations(folder: string): Promise<string> {
  const settings = join(folder, 'settings');
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    await mkdir(join(settings, version), { recursive: true });
    await writeFile(join(settings, version, 'settings.ini'), gtkSettings);
  }
  return settings;
}
