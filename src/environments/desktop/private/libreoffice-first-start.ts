import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const office = 'org.openoffice';

/** Settings of the dialogs that LibreOffice shows at its first start. */
const welcomeSettings = [
  [`/${office}.Office.Common/Misc`, 'ShowTipOfTheDay'],
  [`/${office}.Office.Common/Misc`, 'FirstRun'],
  [`/${office}.Setup/Product`, 'WhatsNew'],
] as const;

const items = welcomeSettings.map(
  ([path, name]) =>
    `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>false</value></prop></item>\n`,
);
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('')}</oor:items>
`;

/** Writes a LibreOffice profile without welcome dialogs, because every start on a private desktop is a first start. */
export async function skipLibreOfficeWelcome(config: string): Promise<void> {
  const folder = join(config, 'libreoffice/4/user');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'registrymodifications.xcu'), profile, { mode: 0o600 });
}
