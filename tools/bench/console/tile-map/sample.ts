import type { TileData } from '@gwanje/ui/tile-map/layout/tile-data';

/**
 * Invented pods, most of them healthy, sorted as the server sorts them: groups by size, values descending.
 * Values change a little with each tick, as between two collections.
 */
export function sampleTiles(count: number, groupCnt: number, tick: number): TileData {
  const random = randomFrom(count + groupCnt);
  const shares = Array.from({ length: groupCnt }, (_, group) => 1 / (group + 1.5));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const sizes = shares.map((share) => Math.floor((share / total) * count));
  sizes[0] = (sizes[0] ?? 0) + count - sizes.reduce((sum, size) => sum + size, 0);
  const tiles = sizes.flatMap((size, group) =>
    Array.from({ length: size }, (_, place) => {
      const value = 96 * (1 - place / Math.max(1, size - 1)) ** 2.6 + 4 * random() + ((tick * 7 + place) % 3);
      const isStale = group === groupCnt - 2 || random() < 0.002;
      return {
        group,
        isStale,
        value: random() < 0.01 ? null : Math.min(100, value),
        monResult: monResultOf(value, isStale, random()),
      };
    }),
  );
  return {
    ids: Int32Array.from(tiles, (_, index) => index + 1),
    names: tiles.map(
      (_, index) => `payment-api-${(index * 7919).toString(36)}-${(index * 104729 + 7).toString(36)}`,
    ),
    groupOf: tiles.map(({ group }) => group),
    groups: sizes.map((size, group) => ({ id: group + 1, name: `namespace-${group}`, count: size })),
    monResults: Uint8Array.from(tiles, ({ monResult }) => monResult),
    values: tiles.map(({ value }) => value),
    stale: Uint8Array.from(tiles, ({ isStale }) => Number(isStale)),
  };
}

function monResultOf(value: number, isStale: boolean, chance: number): number {
  if (isStale) return 2;
  if (value > 94 || chance < 0.0008) return 0;
  if (value > 86 || chance < 0.004) return 1;
  return chance > 0.985 ? 4 : 3;
}

function randomFrom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
