import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const office = 'org.openoffice';

/** What LibreOffice has for a person who starts it for the first time. */
const greetings = [
  [`/${office}.Office.Common/Misc`, 'ShowTipOfTheDay'],
  [`/${office}.Office.Common/Misc`, 'FirstRun'],
  [`/${office}.Setup/Product`, 'WhatsNew'],
] as const;

const items = greetings.map(
  ([path, name]) =>
    `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>false</value></prop></item>\n`,
);
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('')}</oor:items>
`;

/** Programs start for the first time on every private desktop: those that would greet with a dialog are told not to. */
export async function writeFirstStarts(config: string): Promise<void> {
  const folder = join(config, 'libreoffice/4/user');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'registrymodifications.xcu'), profile, { mode: 0o600 });
}
