import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelOf, models } from '../testing/models.ts';
import { groupAt } from './geometry.ts';

describe('slotAt', () => {
  it('finds every tile at its centre and at its corners', () => {
    fc.assert(
      fc.property(models, fc.nat(), (model, pick) => {
        fc.pre(model.slotCnt > 0);
        const slot = pick % model.slotCnt;
        const { left, top, width, height } = model.boxOf(slot);
        expect(model.slotAt(left, top)).toBe(slot);
        expect(model.slotAt(left + width / 2, top + height / 2)).toBe(slot);
        expect(model.slotAt(left + width - 1, top + height - 1)).toBe(slot);
      }),
    );
  });

  it('counts the gap after a tile as the tile', () => {
    const model = modelOf([20]);
    const { left, top } = model.boxOf(3);
    expect(model.slotAt(left + model.geometry.pitch - 1, top + model.geometry.pitch - 1)).toBe(3);
  });

  it('finds no tile in headers, beside groups, after the last tile or outside', () => {
    const model = modelOf([7, 3]);
    const first = model.boxOf(0);
    const last = model.boxOf(6);
    expect(model.slotAt(first.left, first.top - 1)).toBe(-1);
    expect(model.slotAt(first.left - 1, first.top)).toBe(-1);
    expect(model.slotAt(last.left + model.geometry.pitch, last.top)).toBe(-1);
    expect(model.slotAt(-5, -5)).toBe(-1);
    expect(model.slotAt(first.left, 1e6)).toBe(-1);
  });

  it('finds nothing in an empty map', () => {
    expect(modelOf([]).slotAt(10, 10)).toBe(-1);
  });
});

describe('groupAt', () => {
  it('counts a header as part of its group', () => {
    const model = modelOf([5, 5]);
    const { left, top } = model.boxOf(5);
    expect(groupAt(model.layout, model.geometry, left, top - 2)).toBe(1);
  });
});
