import { snapshotRef } from '../../patterns.mjs';

const towns = ['Aachen', 'Bremen', 'Coburg', 'Dresden', 'Erfurt', 'Fulda'];

/** @type {import('../../task.mjs').Task} */
export const booking = {
  id: 'booking',
  size: 'large',
  make(random) {
    const [from, to] = random.shuffle(towns, 2);
    const trains = Array.from({ length: 12 }, (_, index) => ({
      time: `${String(6 + index).padStart(2, '0')}:${random.pick(['05', '20', '45'])}`,
      price: random.integer(20, 90),
      changes: random.integer(0, 2),
    }));
    const direct = trains.filter(({ changes }) => changes === 0);
    const train =
      direct.length > 0 ? direct.sort((a, b) => a.price - b.price)[0] : Object.assign(trains[3], { changes: 0 });
    const name = random.pick(['Sara Kern', 'Tom Vogel', 'Lia Brandt']);
    const date = `2031-0${random.integer(1, 9)}-1${random.integer(0, 9)}`;
    return {
      instruction: `Book a train from ${from} to ${to} on ${date} for 2 passengers: the cheapest connection without changes. Passenger name "${name}", seat preference "Window". Confirm the booking.`,
      data: { towns, from, to, trains, train, name, date },
      expected: { from, to, date, passengers: '2', time: train.time, name, seat: 'Window', terms: true },
      presses: ['field', 'search', `choose ${train.time}`, 'seat Window', 'continue', 'terms', 'confirm', 'details*'],
    };
  },
  page({ root, h, result, path, style }, { towns: all, trains }) {
    style('.t{display:flex;gap:20px;border:1px solid #ccc;padding:10px;width:640px;margin:4px}.t b{flex:1}');
    const stored = () => JSON.parse(sessionStorage.getItem('booking') ?? '{}');
    const goOn = (step, values) => {
      sessionStorage.setItem('booking', JSON.stringify({ ...stored(), ...values }));
      location.href = `/t/booking/${step}`;
    };
    const labelled = (label, field) => h('p', {}, h('label', {}, `${label} `, field));
    const pages = {
      '': () => {
        const from = h(
          'select',
          { press: 'field' },
          all.map((town) => h('option', {}, town)),
        );
        const to = h(
          'select',
          { press: 'field' },
          all.map((town) => h('option', {}, town)),
        );
        const date = h('input', { type: 'date', press: 'field' });
        const passengers = h('input', { type: 'number', value: '1', min: '1', max: '9', press: 'field' });
        const search = () =>
          goOn('trains', { from: from.value, to: to.value, date: date.value, passengers: passengers.value });
        return [
          h('h1', {}, 'Trains'),
          labelled('From', from),
          labelled('To', to),
          labelled('Date', date),
          labelled('Passengers', passengers),
          h('button', { press: 'search', onclick: search }, 'Search'),
        ];
      },
      trains: () => [
        h('h1', {}, `${stored().from} to ${stored().to}`),
        ...trains.map(({ time, price, changes }) =>
          h(
            'div',
            { class: 't' },
            h('b', {}, time),
            h('span', {}, changes === 0 ? 'direct' : `${changes} changes`),
            h('span', {}, `${price} €`),
            h('button', { press: `details ${time}` }, 'Details'),
            h('button', { press: `choose ${time}`, onclick: () => goOn('passenger', { time }) }, 'Choose'),
          ),
        ),
      ],
      passenger: () => {
        const name = h('input', { press: 'field' });
        let seat;
        const seats = ['Aisle', 'Window', 'Table'].map((kind) =>
          h(
            'label',
            {},
            h('input', { type: 'radio', name: 'seat', press: `seat ${kind}`, onchange: () => (seat = kind) }),
            kind,
          ),
        );
        return [
          h('h1', {}, 'Passenger'),
          labelled('Name', name),
          h('fieldset', {}, h('legend', {}, 'Seat preference'), seats),
          h('button', { press: 'continue', onclick: () => goOn('confirm', { name: name.value, seat }) }, 'Continue'),
        ];
      },
      confirm: () => {
        const terms = h('input', { type: 'checkbox', press: 'terms' });
        const { from, to, date, passengers, time, name, seat } = stored();
        const confirm = () => {
          if (!terms.checked) return;
          result({ from, to, date, passengers, time, name, seat, terms: true });
          root.replaceChildren(h('h1', {}, 'Thank you'), h('p', {}, 'Your booking number is TR-4711.'));
        };
        return [
          h('h1', {}, 'Confirm'),
          h('p', {}, `${from} to ${to}, ${date}, ${time}, ${passengers} passengers, ${name}, ${seat}`),
          h('label', {}, terms, 'I accept the conditions'),
          h('p', {}, h('button', { press: 'confirm', onclick: confirm }, 'Book now')),
        ];
      },
    };
    root.append(...pages[path]());
  },
  async handrail({ run, url, data: { from, to, date, train, name } }) {
    await run(['open', url]);
    await run(['fill_form', `From=${from}`, `To=${to}`, `Date=${date}`, 'Passengers=2'], ['click', 'Search']);
    await run(
      ['click', `Choose in the row with ${train.time}`],
      ['fill_form', `Name=${name}`, 'Window=true'],
      ['click', 'Continue'],
    );
    await run(['check', 'I accept the conditions'], ['click', 'Book now']);
  },
  async agentBrowser({ run, url, data: { from, to, date, train, name } }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(
      ['select', snapshotRef('combobox', 'From'), from],
      ['select', snapshotRef('combobox', 'To'), to],
      ['eval', `document.querySelector('[type=date]').value='${date}'`],
      ['fill', snapshotRef('spinbutton', 'Passengers'), '2'],
      ['click', snapshotRef('button', 'Search')],
      ['wait', '--text', 'direct'],
      ['snapshot'],
    );
    await run(
      ['click', new RegExp(`"${train.time}"[\\s\\S]*?button "Choose" \\[[^\\]]*ref=(e\\d+)`)],
      ['wait', '--text', 'Seat preference'],
      ['snapshot', '-i'],
    );
    await run(
      ['fill', snapshotRef('textbox', 'Name'), name],
      ['check', snapshotRef('radio', 'Window')],
      ['click', snapshotRef('button', 'Continue')],
      ['wait', '--text', 'I accept'],
      ['snapshot', '-i'],
    );
    await run(
      ['check', snapshotRef('checkbox', 'I accept the conditions')],
      ['click', snapshotRef('button', 'Book now')],
      ['snapshot'],
    );
  },
};
