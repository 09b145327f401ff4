import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotAfterKey, slotByName, TypedName } from './keyboard.ts';
import { modelOf, models } from './testing/models.ts';

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];

describe('slotAfterKey', () => {
  it('always leads to a tile, in the direction of the key', () => {
    fc.assert(
      fc.property(models, fc.nat(), fc.constantFrom(...KEYS), (model, pick, key) => {
        fc.pre(model.slotCnt > 0);
        const slot = pick % model.slotCnt;
        const next = slotAfterKey(model.scene, slot, key, 5) ?? -1;
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThan(model.slotCnt);
        const [from, to] = [model.boxOf(slot), model.boxOf(next)];
        if (key === 'ArrowDown' || key === 'PageDown') expect(to.top).toBeGreaterThanOrEqual(from.top);
        if (key === 'ArrowUp' || key === 'PageUp') expect(to.top).toBeLessThanOrEqual(from.top);
      }),
    );
  });

  it('visits every tile by the right arrow, and the last by the down arrow', () => {
    const model = modelOf([5, 0, 3, 40]);
    let slot = 0;
    for (let step = 1; step < model.slotCnt; step++) {
      slot = slotAfterKey(model.scene, slot, 'ArrowRight', 5) ?? -1;
      expect(slot).toBe(step);
    }
    expect(slotAfterKey(model.scene, slot, 'ArrowRight', 5)).toBe(slot);
  });

  it('goes down within a group, onto a shorter last row, and then into the group below', () => {
    const model = modelOf([700, 650], 320, 300);
    const columns = model.layout.columns[0] ?? 0;
    const scene = model.scene;
    expect(model.layout.shelfOf[1]).toBe(1);
    expect(slotAfterKey(scene, 2, 'ArrowDown', 5)).toBe(2 + columns);
    const lastFullRow = Math.floor(699 / columns) * columns - 1;
    expect(slotAfterKey(scene, lastFullRow, 'ArrowDown', 5)).toBe(699);
    const inLastRow = Math.floor(699 / columns) * columns;
    expect(slotAfterKey(scene, inLastRow, 'ArrowDown', 5)).toBe(700);
    expect(slotAfterKey(scene, 700, 'ArrowUp', 5)).toBe(inLastRow);
  });

  it('moves by a page of visible rows', () => {
    const model = modelOf([700]);
    const columns = model.layout.columns[0] ?? 0;
    expect(slotAfterKey(model.scene, 1, 'PageDown', 4)).toBe(1 + 4 * columns);
    expect(slotAfterKey(model.scene, 1 + 4 * columns, 'PageUp', 4)).toBe(1);
  });

  it('ignores other keys and an empty map', () => {
    expect(slotAfterKey(modelOf([5]).scene, 0, 'Tab', 4)).toBeUndefined();
    expect(slotAfterKey(modelOf([]).scene, 0, 'ArrowDown', 4)).toBeUndefined();
    expect(slotAfterKey(modelOf([0, 0]).scene, 0, 'End', 4)).toBeUndefined();
  });
});

describe('slotByName', () => {
  const names = ['api-1', 'Cart-1', 'api-2'];
  const indexOfSlot = Int32Array.of(0, 1, 2);

  it.each([
    ['a', 1, 2],
    ['a', 3, 0],
    ['cart', 0, 1],
    ['x', 0, undefined],
  ])('finds %s from slot %d on', (text, fromSlot, expected) => {
    expect(slotByName(names, indexOfSlot, fromSlot, text)).toBe(expected);
  });
});

it('keys typed without a pause make one name; other keys are ignored', () => {
  const typed = new TypedName();
  expect(typed.add('a', 0)).toBe('a');
  expect(typed.add('p', 300)).toBe('ap');
  expect(typed.add('ArrowDown', 400)).toBeUndefined();
  expect(typed.add('i', 1000)).toBe('api');
  expect(typed.add('c', 2000)).toBe('c');
  typed.clear();
  expect(typed.add('x', 2100)).toBe('x');
});
