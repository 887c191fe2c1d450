import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDesktopContainer } from '../desktop-container.mjs';
import { startDesktop } from '../private-desktop.mjs';
import { firstLine, interleave } from '../sampling.mjs';
import { bareX11 } from '../subjects/bare-x11.mjs';
import { cuaDriver } from '../subjects/cua-driver.mjs';
import { handrailScreen } from '../subjects/handrail-screen.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { pollUntil } from '../timeout.mjs';
import { atMost, timeCell } from './measure.mjs';

const calculator = /galculator/;
const editor = /Mousepad/;
const maxOverheadMs = 30;

/** @type {import('./measure.mjs').Measure} */
export const screens = {
  key: 'm',
  title: 'Desktop and container: observe and act, compared with the driver and with X11 tools',
  async run(context) {
    const parts = [];
    for (const part of [onDesktop, inContainer]) {
      try {
        parts.push(await part(context));
      } catch (error) {
        context.log(`${part === onDesktop ? 'desktop' : 'container'} skipped: ${firstLine(error)}`);
      }
    }
    return {
      raw: parts.map(({ raw }) => raw),
      tables: parts.flatMap(({ tables }) => tables),
      targets: parts.flatMap(({ targets }) => targets),
    };
  },
};

/**
 * Each subject has its own desktop. On a shared one, the actions of one subject would be ambient changes for the others.
 * @param {import('./measure.mjs').Context} context
 */
async function onDesktop(context) {
  const desktops = [];
  const opened = [];
  const startNext = async () => {
    const home = context.resources.scratch.directory(`desktop-${desktops.length}`);
    const file = join(home, 'text.txt');
    writeFileSync(file, 'one line\n');
    const one = await startDesktop({ home, file });
    desktops.push(one);
    return one;
  };
  try {
    const seatDesktop = await startNext();
    const drivenDesktop = await startNext();
    const driverDesktop = await startNext();
    const toolsDesktop = await startNext();
    const on = (/** @type {{ display: string }} */ { display }, /** @type {string} */ via, /** @type {string} */ app) =>
      handrailScreen(via, { environment: 'desktop', display, via, app });
    const seat = on(seatDesktop, 'seat', 'galculator');
    const driven = on(drivenDesktop, 'driver', 'galculator');
    const driver = cuaDriver(driverDesktop);
    opened.push(...(await openAll([seat, driven, driver], context.reportFailure)));
    for (const subject of opened) await prepare(subject);
    const bare = bareX11('xdotool, scrot', toolsDesktop.execute, await seat.centerOf('+/-'));
    opened.push(...(await openAll([bare], context.reportFailure)));
    const first = await sampleOperations([...opened], operations, context);
    const editors = [on(seatDesktop, 'seat', 'mousepad'), on(drivenDesktop, 'driver', 'mousepad')];
    opened.push(...(await openAll(editors, context.reportFailure)));
    let count = 0;
    const setText = (subject) => {
      count += 1;
      return subject.setText(editor, `line ${count}`);
    };
    const second = await sampleOperations(
      [...editors, driver, bare],
      { observe: (subject) => subject.observe(editor), 'set text': setText },
      context,
    );
    const third = context.quick ? undefined : await measureCalc(toolsDesktop, context);
    const times = { galculator: first, mousepad: second, ...(third ? { calc: third } : {}) };
    const over = (found, operation, subject) =>
      difference(found[operation]?.[subject]?.median, found[operation]?.['cua-driver']?.median);
    return {
      raw: times,
      tables: Object.entries(times).map(([program, found]) => table(`${program} on a desktop, ms`, found, seat)),
      targets: ['seat', 'driver'].flatMap((via) => {
        const subject = `Handrail (${via})`;
        const target = (what, found, operation) =>
          atMost(`desktop by ${via}: ${what}`, over(found, operation, subject), maxOverheadMs, 'ms');
        return [
          target('observing galculator, over the driver', first, 'observe'),
          target('a click, over observe, click, observe of the driver', first, 'click'),
          target('observing mousepad, over the driver', second, 'observe'),
          target('setting text, over observe, set, observe of the driver', second, 'set text'),
        ];
      }),
    };
  } finally {
    await closeAll(opened);
    await Promise.allSettled(desktops.map((one) => one.close()));
  }
}

const operations = {
  observe: (subject) => subject.observe(calculator),
  'with a picture': (subject) => subject.observeWithPicture(calculator),
  click: (subject) => subject.click(calculator, '+/-'),
};

/** Waits until galculator can be read, and enters a digit whose sign the clicks change. */
async function prepare(subject) {
  await pollUntil(10_000, 'the elements of galculator', () =>
    subject.observe(calculator).then(
      () => true,
      () => false, // it is still starting
    ),
  );
  await subject.click(calculator, '7');
}

/** Observes LibreOffice Calc. The driver hangs on it, so the driver is sampled once, with a timeout. */
async function measureCalc(desktop, context) {
  const child = desktop.start('soffice', '--calc', '--norestore', '--nologo', '--nofirststartwizard');
  const subjects = [];
  try {
    await desktop.window('LibreOffice Calc', 30_000);
    const ours = handrailScreen('seat', { environment: 'desktop', display: desktop.display, app: 'LibreOffice' });
    subjects.push(...(await openAll([ours, cuaDriver(desktop)], context.reportFailure)));
    const sample = (subject, timeoutMs, rounds) =>
      interleave([{ name: subject.name, once: () => subject.observe(/LibreOffice Calc/) }], {
        rounds,
        warmUps: 1,
        timeoutMs,
      });
    const times = await sample(ours, 10_000, 5);
    const driver = subjects.find(({ name }) => name === 'cua-driver');
    return { observe: { ...times, ...(driver ? await sample(driver, 5_000, 0) : {}) } };
  } catch (error) {
    context.log(`LibreOffice Calc skipped: ${firstLine(error)}`);
    return undefined;
  } finally {
    await closeAll(subjects);
    process.kill(-child.pid, 'SIGKILL');
  }
}

/** @param {import('./measure.mjs').Context} context */
async function inContainer(context) {
  const desktops = [];
  const opened = [];
  try {
    for (const role of ['own', 'bare']) desktops.push(await startDesktopContainer(role));
    const [desktop, other] = desktops;
    const own = handrailScreen('container', { environment: 'container', container: desktop.name, app: 'galculator' });
    opened.push(...(await openAll([own], context.reportFailure)));
    await prepare(own);
    const bare = bareX11('docker exec xdotool, scrot', other.execute, await own.centerOf('+/-'));
    opened.push(...(await openAll([bare], context.reportFailure)));
    const found = await sampleOperations(opened, operations, context);
    const over = (what) => difference(found[what]?.[own.name]?.median, found[what]?.[bare.name]?.median);
    return {
      raw: { container: found },
      tables: [table('galculator in a container, ms', found, own)],
      targets: [
        atMost(
          'container: observing with a picture, over docker exec scrot',
          over('with a picture'),
          maxOverheadMs,
          'ms',
        ),
        atMost('container: a click, over docker exec xdotool and scrot', over('click'), maxOverheadMs, 'ms'),
      ],
    };
  } finally {
    await closeAll(opened);
    await Promise.allSettled(desktops.map((one) => one.close()));
  }
}

/** Samples each operation for all subjects in turns. */
async function sampleOperations(subjects, operations, context) {
  const found = {};
  for (const [name, operation] of Object.entries(operations)) {
    context.log(name);
    const runners = subjects.map((subject) => ({ name: subject.name, once: () => operation(subject) }));
    // The driver takes between 300 and 800 ms to set a text, so few samples are not representative.
    found[name] = await interleave(runners, { rounds: context.quick ? 5 : 12, timeoutMs: 15_000, budgetMs: 15_000 });
  }
  return found;
}

function table(title, found, own) {
  const names = [...new Set(Object.values(found).flatMap((one) => Object.keys(one)))];
  const operationNames = Object.keys(found);
  const verified = own.outcomes.filter(({ effect }) => effect === 'changed').length;
  return {
    title: `${title} (${own.name} verified ${verified} of ${own.outcomes.length} effects)`,
    columns: ['subject', ...operationNames],
    rows: names.map((name) => [name, ...operationNames.map((operation) => timeCell(found[operation][name]))]),
  };
}

function difference(one, other) {
  return one === undefined || other === undefined ? undefined : one - other;
}
