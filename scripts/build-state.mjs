import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles, hasStamp } from './stamp.mjs';

const inputs = ['src', 'tsconfig.json', 'package-lock.json', 'scripts/build.mjs'];
const outputs = ['dist/index.js', 'src/perception/page.generated.ts'];

/** @param {string} root */
export const sourceHash = (root) => hashFiles(root, inputs);

/** True if dist was built from the current sources. @param {string} root */
export function isBuilt(root) {
  return outputs.every((output) => existsSync(join(root, output))) && hasStamp(root, 'build', sourceHash(root));
}
