import fc from 'fast-check';
import type { TileData } from '../layout/tile-data.ts';
import { TileMapModel } from '../tile-map-model.ts';

/** Objects numbered from 1, named pod-0, pod-1, …, all normal. */
export function dataOf(sizes: readonly number[], change: Partial<TileData> = {}): TileData {
  const groupOf = sizes.flatMap((size, group) => Array.from({ length: size }, () => group));
  return {
    ids: groupOf.map((_, index) => index + 1),
    names: groupOf.map((_, index) => `pod-${index}`),
    groupOf,
    groups: sizes.map((count, id) => ({ id, name: `group-${id}`, count })),
    monResults: groupOf.map(() => 3),
    values: groupOf.map((_, index) => index),
    stale: groupOf.map(() => 0),
    ...change,
  };
}

export function modelOf(sizes: readonly number[], widthPx = 640, heightPx = 480): TileMapModel {
  const model = new TileMapModel();
  model.resize(widthPx, heightPx, 1);
  model.setData(dataOf(sizes), { by: 'state' });
  return model;
}

/** Any number of objects in any window, zoomed or not. */
export const models = fc
  .record({
    sizes: fc.array(fc.oneof(fc.nat(12), fc.nat(900)), { maxLength: 14 }),
    widthPx: fc.integer({ min: 120, max: 1600 }),
    heightPx: fc.integer({ min: 80, max: 1000 }),
    zooms: fc.nat(9),
  })
  .map(({ sizes, widthPx, heightPx, zooms }) => {
    const model = modelOf(sizes, widthPx, heightPx);
    for (let zoom = 0; zoom < zooms; zoom++) model.zoomStep(1, { x: 0, y: 0 });
    return model;
  });
