import { expect, test } from 'vitest';
import { RefNotes } from './ref-notes.ts';
import { StringTable } from './string-table.ts';

test('what one question noted is unknown to the next', () => {
  const strings = new StringTable();
  const [api, web] = [strings.take('api'), strings.take('web')];
  const first = new RefNotes(strings);
  first.set(api, 1);
  first.set(web, 8191);
  expect([first.of(api), first.of(web)]).toEqual([1, 8191]);
  const next = new RefNotes(strings);
  expect([next.of(api), next.of(web)]).toEqual([0, 0]);
});

test('texts that came since have room', () => {
  const strings = new StringTable();
  new RefNotes(strings).set(strings.take('api'), 5);
  const refs = Array.from({ length: 5000 }, (_, at) => strings.take(`pod-${at}`));
  const notes = new RefNotes(strings);
  for (const ref of refs) notes.set(ref, 7);
  expect(refs.every((ref) => notes.of(ref) === 7)).toBe(true);
});

test('a table that was asked very often is as right as at first', () => {
  const strings = new StringTable();
  const ref = strings.take('api');
  for (let round = 0; round < 300_000; round++) {
    const notes = new RefNotes(strings);
    if (notes.of(ref) !== 0) throw new Error(`round ${round} knows a note of another`);
    notes.set(ref, 3);
    if (notes.of(ref) !== 3) throw new Error(`round ${round} lost its note`);
  }
});
