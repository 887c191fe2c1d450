import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startContainerDesk } from '../container-desk.mjs';
import { until } from '../deadline.mjs';
import { startDesk } from '../private-desk.mjs';
import { firstLine, interleave } from '../sampling.mjs';
import { bareX11 } from '../subjects/bare-x11.mjs';
import { cuaDriver } from '../subjects/cua-driver.mjs';
import { handrailScreen } from '../subjects/handrail-screen.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { atMost, timeCell } from './measure.mjs';

const calculator = /galculator/;
const editor = /Mousepad/;
const overhead = 30;

/** @type {import('./measure.mjs').Measure} */
export const screens = {
  key: 'm',
  title: 'Desktop and container: look and act beside the driver and bare tools',
  async run(context) {
    const parts = [];
    for (const part of [onDesktop, inContainer]) {
      try {
        parts.push(await part(context));
      } catch (error) {
        context.log(`${part === onDesktop ? 'desktop' : 'container'} left out: ${firstLine(error)}`);
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
 * Each subject has a desktop of its own, or what one does would be something that happens by itself to another.
 * @param {import('./measure.mjs').Context} context
 */
async function onDesktop(context) {
  const desks = [];
  const opened = [];
  const desk = async () => {
    const home = context.place.scratch.directory(`desktop-${desks.length}`);
    const file = join(home, 'text.txt');
    writeFileSync(file, 'one line\n');
    const one = await startDesk({ home, file });
    desks.push(one);
    return one;
  };
  try {
    const [bySeat, byDriver, byItself, byHand] = [await desk(), await desk(), await desk(), await desk()];
    const on = (/** @type {{ display: string }} */ { display }, /** @type {string} */ via, /** @type {string} */ app) =>
      handrailScreen(via, { environment: 'desktop', display, via, app });
    const seat = on(bySeat, 'seat', 'galculator');
    const driven = on(byDriver, 'driver', 'galculator');
    const driver = cuaDriver(byItself);
    opened.push(...(await openAll([seat, driven, driver], context.failed)));
    for (const subject of opened) await begin(subject);
    const bare = bareX11('xdotool, scrot', byHand.ask, await seat.placeOf('+/-'));
    opened.push(...(await openAll([bare], context.failed)));
    const first = await measured([...opened], acts, context);
    const editors = [on(bySeat, 'seat', 'mousepad'), on(byDriver, 'driver', 'mousepad')];
    opened.push(...(await openAll(editors, context.failed)));
    let count = 0;
    const write = (subject) => {
      count += 1;
      return subject.write(editor, `line ${count}`);
    };
    const second = await measured(
      [...editors, driver, bare],
      { look: (subject) => subject.look(editor), write },
      context,
    );
    const third = context.quick ? undefined : await spreadsheet(byHand, context);
    const times = { galculator: first, mousepad: second, ...(third ? { calc: third } : {}) };
    const over = (of, what, who) => difference(of[what]?.[who]?.median, of[what]?.['cua-driver']?.median);
    return {
      raw: times,
      tables: Object.entries(times).map(([program, found]) => table(`${program} on a desktop, ms`, found, seat)),
      targets: ['seat', 'driver'].flatMap((via) => {
        const who = `Handrail (${via})`;
        const target = (what, of, act) => atMost(`desktop by ${via}: ${what}`, over(of, act, who), overhead, 'ms');
        return [
          target("a look at galculator over the driver's", first, 'look'),
          target('a click over look, click, look of the driver', first, 'click'),
          target("a look at mousepad over the driver's", second, 'look'),
          target('writing over look, set, look of the driver', second, 'write'),
        ];
      }),
    };
  } finally {
    await closeAll(opened);
    await Promise.allSettled(desks.map((one) => one.close()));
  }
}

const acts = {
  look: (subject) => subject.look(calculator),
  'with a picture': (subject) => subject.picture(calculator),
  click: (subject) => subject.click(calculator, '+/-'),
};

/** A number whose sign can be turned over and over. */
async function begin(subject) {
  await until(10_000, 'what galculator tells of itself', () =>
    subject.look(calculator).then(
      () => true,
      () => false, // it is still starting
    ),
  );
  await subject.click(calculator, '7');
}

/** LibreOffice hangs over the driver's question: it is asked once, with a cap. */
async function spreadsheet(desk, context) {
  const child = desk.start('soffice', '--calc', '--norestore', '--nologo', '--nofirststartwizard');
  const subjects = [];
  try {
    await desk.window('LibreOffice Calc', 30_000);
    const ours = handrailScreen('seat', { environment: 'desktop', display: desk.display, app: 'LibreOffice' });
    subjects.push(...(await openAll([ours, cuaDriver(desk)], context.failed)));
    const look = (subject, cap, rounds) =>
      interleave([{ name: subject.name, once: () => subject.look(/LibreOffice Calc/) }], { rounds, warmUps: 1, cap });
    const times = await look(ours, 10_000, 5);
    const driver = subjects.find(({ name }) => name === 'cua-driver');
    return { look: { ...times, ...(driver ? await look(driver, 5_000, 0) : {}) } };
  } catch (error) {
    context.log(`LibreOffice Calc left out: ${firstLine(error)}`);
    return undefined;
  } finally {
    await closeAll(subjects);
    process.kill(-child.pid, 'SIGKILL');
  }
}

/** @param {import('./measure.mjs').Context} context */
async function inContainer(context) {
  const desks = [];
  const opened = [];
  try {
    for (const role of ['own', 'bare']) desks.push(await startContainerDesk(role));
    const [desk, other] = desks;
    const own = handrailScreen('container', { environment: 'container', container: desk.name, app: 'galculator' });
    opened.push(...(await openAll([own], context.failed)));
    await begin(own);
    const bare = bareX11('docker exec xdotool, scrot', other.inside, await own.placeOf('+/-'));
    opened.push(...(await openAll([bare], context.failed)));
    const found = await measured(opened, acts, context);
    const over = (what) => difference(found[what]?.[own.name]?.median, found[what]?.[bare.name]?.median);
    return {
      raw: { container: found },
      tables: [table('galculator in a container, ms', found, own)],
      targets: [
        atMost('container: a look with a picture over docker exec scrot', over('with a picture'), overhead, 'ms'),
        atMost('container: a click over docker exec xdotool and scrot', over('click'), overhead, 'ms'),
      ],
    };
  } finally {
    await closeAll(opened);
    await Promise.allSettled(desks.map((one) => one.close()));
  }
}

/** Each kind of act in turns. */
async function measured(subjects, acts, context) {
  const found = {};
  for (const [name, act] of Object.entries(acts)) {
    context.log(name);
    const runners = subjects.map((subject) => ({ name: subject.name, once: () => act(subject) }));
    // The driver takes now 300 and now 800 ms to set a text: a few samples would compare luck.
    found[name] = await interleave(runners, { rounds: context.quick ? 5 : 12, cap: 15_000, budget: 15_000 });
  }
  return found;
}

function table(title, found, own) {
  const names = [...new Set(Object.values(found).flatMap((one) => Object.keys(one)))];
  const acts = Object.keys(found);
  const seen = own.outcomes.filter(({ effect }) => effect === 'changed').length;
  return {
    title: `${title} (${own.name} saw ${seen} of ${own.outcomes.length} effects)`,
    columns: ['subject', ...acts],
    rows: names.map((name) => [name, ...acts.map((act) => timeCell(found[act][name]))]),
  };
}

function difference(one, other) {
  return one === undefined || other === undefined ? undefined : one - other;
}
