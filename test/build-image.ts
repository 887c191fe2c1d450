import { testImage } from './support/container-image.js';

/** Only a run of all tests is sure to need it. */
const isWholeRun = process.argv.slice(2).every((word) => word === 'run' || word.startsWith('-'));

/** The image that tests of containers use takes its minute while the others run. */
export default function buildImage(): void {
  if (isWholeRun) testImage().catch(() => undefined); // the tests that need it say what is wrong
}
