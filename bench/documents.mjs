import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Large pages of Debian's documentation packages. A page that is not installed is skipped. */
const known = [
  ['python-functions', '/usr/share/doc/python3.11/html', 'library/functions.html'],
  ['bash-reference', '/usr/share/doc/bash', 'bashref.html'],
  ['sqlite-requirements', '/usr/share/doc/sqlite3', 'requirements.html'],
  ['python-index', '/usr/share/doc/python3.11/html', 'genindex-all.html'],
  ['python-contents', '/usr/share/doc/python3.11/html', 'contents.html'],
  ['linux-maintainers', '/usr/share/doc/linux-doc-6.1/html', 'process/maintainers.html'],
  ['java-string-uses', '/usr/share/doc/openjdk-17-jre-headless/api', 'java.base/java/lang/class-use/String.html'],
  ['lilypond-notation', '/usr/share/doc/lilypond/html/Documentation', 'notation-big-page.html'],
].map(([name, root, file]) => ({ name, root, file }));

/** @typedef {{ name: string, root: string, file: string }} Document */

/** @returns {Document[]} */
export function installedDocuments() {
  return known.filter(({ root, file }) => existsSync(join(root, file)));
}
