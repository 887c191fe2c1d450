import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Large pages of Debian's documentation packages. A page that is not installed is skipped. */
const known = [
  { name: 'python-functions', root: '/usr/share/doc/python3.11/html', file: 'library/functions.html' },
  { name: 'bash-reference', root: '/usr/share/doc/bash', file: 'bashref.html' },
  { name: 'sqlite-requirements', root: '/usr/share/doc/sqlite3', file: 'requirements.html' },
  { name: 'python-index', root: '/usr/share/doc/python3.11/html', file: 'genindex-all.html' },
  { name: 'python-contents', root: '/usr/share/doc/python3.11/html', file: 'contents.html' },
  { name: 'linux-maintainers', root: '/usr/share/doc/linux-doc-6.1/html', file: 'process/maintainers.html' },
  {
    name: 'java-string-uses',
    root: '/usr/share/doc/openjdk-17-jre-headless/api',
    file: 'java.base/java/lang/class-use/String.html',
  },
  {
    name: 'lilypond-notation',
    root: '/usr/share/doc/lilypond/html/Documentation',
    file: 'notation-big-page.html',
  },
];

/** @typedef {{ name: string, root: string, file: string }} Document */

/** @returns {Document[]} */
export function installedDocuments() {
  return known.filter(({ root, file }) => existsSync(join(root, file)));
}
