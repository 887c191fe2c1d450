import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Element } from '../../src/core/element.js';
import type { Rect } from '../../src/core/geometry.js';
import type { Case } from './case.js';
import { done, hears } from './case.js';
import { at, named, type Stage } from './stage.js';

const things: [name: string, role: Element['role'], ...rest: [Partial<Element>?]][] = [
  ['Live', 'Button'],
  ['Dead', 'Button'],
  ['Off', 'Button', { states: expect.arrayContaining(['disabled']) }],
  ['Name', 'TextInput'],
  ['Secret', 'TextInput', { states: expect.arrayContaining(['password']) }],
  ['Notes', 'TextInput', { states: expect.arrayContaining(['multiline']) }],
  ['Agree', 'Checkbox', { states: expect.arrayContaining(['unchecked']) }],
  ['Colour', 'Dropdown', { value: 'Red' }],
  ['Level', 'Other', { kind: 'slider', value: '5' }],
];

/** Colour of a pixel of a picture. */
async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const spot = { left: Math.round(x), top: Math.round(y), width: 1, height: 1 };
  return [...(await sharp(bytes).removeAlpha().extract(spot).raw().toBuffer())];
}

const middle = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });

async function placeOf(stage: Stage, name: string): Promise<Rect> {
  const place = (await stage.places())[name];
  if (!place) throw new Error(`The program has no "${name}".`);
  return place;
}

const boardColour = [0x33, 0x66, 0xcc];

export const looking: Case[] = [
  {
    name: 'a look lists what is there, by role, name, state, value and place',
    async check(stage, kind) {
      const seen = await stage.session.observe();
      expect(seen.screen).toEqual(kind.screen);
      const places = await stage.places();
      for (const [name, role, rest = {}] of things) {
        const element = named(seen, name);
        expect({ ...element, name }, name).toMatchObject({ role, interactive: true, ...rest });
        const place = places[name];
        if (!place) throw new Error(`The program has no "${name}".`);
        const here = middle(element.bounds);
        const there = middle(place);
        expect(
          Math.hypot(here.x - there.x, here.y - there.y),
          `${name} at ${JSON.stringify(element.bounds)}`,
        ).toBeLessThan(4);
        expect(seen.text).toContain(`"${name}"`);
      }
      expect(seen.text).toContain('Status: ready');
      expect(seen.elements.map(({ id }) => id)).toEqual([...new Set(seen.elements.map(({ id }) => id))]);
    },
  },
  {
    name: 'an id is of one thing: it stays as long as the thing does, and is never given again',
    async check(stage) {
      const ids = async () => {
        const { elements } = await stage.session.observe();
        return new Map(elements.filter(({ name }) => name !== '').map(({ id, name, role }) => [id, `${role} ${name}`]));
      };
      const first = await ids();
      await done(stage, { type: 'click', target: await at(stage, 'Agree') });
      await done(stage, { type: 'type', target: await at(stage, 'Name'), text: 'Ada' });
      const fleeting = (await at(stage, 'Fleeting')).element;
      const gone = new Set<string>();
      for (let turn = 0; turn < 3; turn += 1) {
        gone.add((await at(stage, 'Fleeting')).element);
        await stage.tell('replace');
        const now = await ids();
        for (const id of gone) expect(now.has(id as Element['id']), `${id} was of the thing that is gone`).toBe(false);
        for (const name of ['Button Live', 'TextInput Name', 'Checkbox Agree', 'Button Fleeting'])
          expect([...now.values()]).toContain(name);
        for (const [id, what] of first) if (now.has(id)) expect(now.get(id)).toBe(what);
        for (const name of ['Live', 'Name', 'Agree', 'Colour'])
          expect([...now].find(([, what]) => what.endsWith(` ${name}`))?.[0]).toBe(
            [...first].find(([, what]) => what.endsWith(` ${name}`))?.[0],
          );
      }
      expect(gone.size).toBe(3);
      expect(gone.has(fleeting)).toBe(true);
    },
  },
  {
    name: 'a part of the screen is looked at alone',
    async check(stage) {
      const { x, y, width, height } = await placeOf(stage, 'Live');
      const region = {
        x: Math.floor(x) - 4,
        y: Math.floor(y) - 4,
        width: Math.ceil(width) + 8,
        height: Math.ceil(height) + 8,
      };
      const seen = await stage.session.observe({ region, picture: 'plain' });
      expect(seen.elements.filter(({ interactive }) => interactive).map(({ name }) => name)).toEqual(['Live']);
      expect(seen.image?.region).toEqual(region);
      expect(seen.image?.size).toEqual({ width: region.width, height: region.height });
    },
  },
  {
    name: 'words are found, also where they are not shown',
    async check(stage) {
      const { elements } = await stage.session.observe({ find: 'row 150' });
      expect(elements.map(({ name }) => name)).toContain('Row 150');
      expect((await stage.session.observe({ find: 'no such words' })).elements).toEqual([]);
    },
  },
  {
    name: 'a long list is folded, counted, and opened from a row on',
    async check(stage) {
      const seen = await stage.session.observe();
      const row = seen.elements.find(({ name }) => name === 'Row 2');
      expect(row?.list?.rowCount).toBe(200);
      if (!row?.list) throw new Error('It stands in no list.');
      expect(seen.elements.some(({ name }) => name === 'Row 120')).toBe(false);
      const opened = await stage.session.observe({ expand: { element: row.list.container, from: 110 } });
      expect(opened.elements.map(({ name }) => name)).toContain('Row 120');
      expect(opened.elements.map(({ name }) => name)).not.toContain('Row 100');
    },
  },
  {
    name: 'the text keeps to its budget',
    async check(stage) {
      const { session } = stage;
      for (const budget of [60, 150, 400])
        expect(encode((await session.observe({ budget })).text).length, `of ${budget}`).toBeLessThanOrEqual(budget);
      const fewer = await session.observe({ budget: 100 });
      expect(fewer.truncated).toBeGreaterThan(0);
      await expect(session.observe({ budget: 0 })).rejects.toMatchObject({ code: 'invalid_option' });
    },
  },
  {
    name: 'a picture is a real one, of the whole screen or fitted, in the type that was asked for',
    async check(stage, kind) {
      const { session } = stage;
      const { image } = await session.observe({ picture: 'plain' });
      if (!image) throw new Error('There is no picture.');
      expect(image).toMatchObject({ type: 'image/png', size: kind.screen, region: { x: 0, y: 0, ...kind.screen } });
      expect(await sharp(image.bytes).metadata()).toMatchObject({ format: 'png', ...kind.screen });
      const { x, y } = middle(await placeOf(stage, 'Board'));
      expect(await pixel(image.bytes, x, y)).toEqual(boardColour);
      const small = await session.observe({ picture: 'plain', pictureAs: { type: 'jpeg', size: { width: 400 } } });
      const height = Math.round((400 * kind.screen.height) / kind.screen.width);
      expect(await sharp(small.image?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 400, height });
      const exact = await session.observe({
        picture: 'marks',
        pictureAs: { type: 'webp', exactly: () => ({ width: 500, height: 500 }) },
      });
      expect(await sharp(exact.image?.bytes).metadata()).toMatchObject({ format: 'webp', width: 500, height: 500 });
      expect((await session.observe()).image).toBeUndefined();
    },
  },
  {
    name: 'a picture shows the screen as it is now',
    async check(stage) {
      const take = async () => {
        const { x, y, width, height } = (await placeOf(stage, 'Agree')) as Rect;
        const { image } = await stage.session.observe({ picture: 'plain' });
        const part = { left: Math.round(x), top: Math.round(y), width: Math.round(width), height: Math.round(height) };
        return sharp(image?.bytes).removeAlpha().extract(part).raw().toBuffer();
      };
      const before = await take();
      await done(stage, { type: 'set_value', target: await at(stage, 'Agree'), value: true });
      await hears(stage, 'checked Agree true');
      expect((await take()).equals(before)).toBe(false);
    },
  },
];
