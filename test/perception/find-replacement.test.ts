import { expect, test } from 'vitest';
import { findReplacement } from '../../src/perception/grounding/find-replacement.js';
import { element } from './sample-views.js';

test('same role and name, nearest position', () => {
  const gone = element(1, 'Button', 'Submit', { x: 100, y: 100 });
  const now = [
    element(2, 'Link', 'Submit', { x: 100, y: 100 }),
    element(3, 'Button', 'Submit', { x: 100, y: 600 }),
    element(4, 'Button', 'Submit', { x: 110, y: 140 }),
    element(5, 'Button', 'Cancel', { x: 100, y: 100 }),
  ];
  expect(findReplacement(gone, now)?.id).toBe('el_4');
});

test('a similar name matches, a different one does not', () => {
  const gone = element(1, 'Button', 'Save changes', { x: 100, y: 100 });
  expect(findReplacement(gone, [element(2, 'Button', 'Save change', { x: 500, y: 500 })])?.id).toBe('el_2');
  expect(findReplacement(gone, [element(2, 'Button', 'Delete everything', { x: 100, y: 100 })])).toBeUndefined();
  expect(
    findReplacement(gone, [element(2, 'Button', 'Save changes and close all open windows now', { x: 100, y: 100 })]),
  ).toBeUndefined();
  expect(findReplacement(gone, [])).toBeUndefined();
});

test('elements without names match by position', () => {
  const gone = element(1, 'Button', '', { x: 100, y: 100 });
  expect(findReplacement(gone, [element(2, 'Button', '', { x: 110, y: 110 })])?.id).toBe('el_2');
  expect(findReplacement(gone, [element(2, 'Button', '', { x: 500, y: 110 })])).toBeUndefined();
  expect(findReplacement(gone, [element(2, 'Button', 'Named', { x: 100, y: 100 })])).toBeUndefined();
});
