import type { TileData } from '@gwanje/ui/tile-map/layout/tile-data';

export interface SampleOptions {
  readonly count: number;
  readonly groups: number;
  /** Values change a little with each tick, as between two collections. */
  readonly tick: number;
}

const WORDS = [
  'payment-api',
  'search-indexer',
  'order-batch',
  'cart-redis',
  'ingest-gw',
  'auth-session',
  'push',
];
const PLACES = ['prod-seoul', 'prod-busan', 'data-platform', 'ml-train', 'dev-shared', 'edge-daejeon'];

/**
 * Invented pods, most of them healthy, sorted as the server sorts them: groups by size, values descending.
 */
export function sampleTiles({ count, groups, tick }: SampleOptions): TileData {
  const random = randomFrom(count + groups);
  const shares = Array.from({ length: groups }, (_, group) => 1 / (group + 1.5));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const sizes = shares.map((share) => Math.floor((share / total) * count));
  sizes[0] = (sizes[0] ?? 0) + count - sizes.reduce((sum, size) => sum + size, 0);

  const ids = new Int32Array(count);
  const names: string[] = [];
  const groupOf: number[] = [];
  const monResults = new Uint8Array(count);
  const values: (number | null)[] = [];
  const stale = new Uint8Array(count);
  let index = 0;
  for (const [group, size] of sizes.entries()) {
    const isSilent = groups > 3 && group === groups - 2;
    for (let place = 0; place < size; place++, index++) {
      const rank = size < 2 ? 0 : place / (size - 1);
      const value = 96 * (1 - rank) ** 2.6 + 4 * random() + ((tick * 7 + index) % 3);
      ids[index] = index + 1;
      names.push(
        `${WORDS[index % WORDS.length]}-${(index * 7919).toString(36)}-${(index * 104729 + 7).toString(36)}`,
      );
      groupOf.push(group);
      values.push(random() < 0.01 ? null : Math.min(100, value));
      stale[index] = isSilent || random() < 0.002 ? 1 : 0;
      monResults[index] = stateOf(value, stale[index] === 1, random());
    }
  }
  return {
    ids,
    names,
    groupOf,
    groups: sizes.map((size, group) => ({
      id: group + 1,
      name: PLACES[group] ?? `namespace-${group}`,
      count: size,
    })),
    monResults,
    values,
    stale,
  };
}

function stateOf(value: number, isStale: boolean, chance: number): number {
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
