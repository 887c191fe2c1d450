/** Holds many Handrail sessions in one process until its standard input ends. Each session has observed one page. */
import { handrail } from './subjects/handrail.mjs';
import { closeAll } from './subjects/subject.mjs';

const [count = '20', url = ''] = process.argv.slice(2);
const sessions = Array.from({ length: Number(count) }, (_, index) => handrail({ label: String(index + 1) }));
try {
  for (const session of sessions) {
    await session.open();
    await session.navigate(url);
    await session.observe();
  }
  process.stdout.write('ready\n');
  for await (const _ of process.stdin); // the parent ends it
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await closeAll(sessions);
}
