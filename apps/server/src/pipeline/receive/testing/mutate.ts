import { seeded } from './random.ts';

type Random = () => number;
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const below = (random: Random, end: number) => Math.floor(random() * end);

function oneOf<T>(random: Random, values: readonly T[]): T {
  const value = values[below(random, values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
}

/** Byte sequences that often break JSON parsers. */
const FRAGMENTS = [
  '"__proto__":{"polluted":1},',
  '"constructor":{"prototype":{"polluted":1}},',
  '\\u0000',
  '\\ud800',
  '1e999',
  '1e308',
  'NaN',
  'null',
  '-0',
  '[[[[',
  '{}',
  '"',
  ',',
  '\0',
  '\u202e',
].map((text) => Buffer.from(text));

const byteMutations: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let left = 1 + below(random, 8); left > 0 && copy.length > 0; left--)
      copy[below(random, copy.length)] = below(random, 256);
    return copy;
  },
  (bytes, random) => bytes.subarray(0, below(random, bytes.length + 1)),
  (bytes, random) => {
    const at = below(random, bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), oneOf(random, FRAGMENTS), bytes.subarray(at)]);
  },
  (bytes, random) => {
    const from = below(random, bytes.length);
    const to = from + below(random, 64);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, random) => {
    const from = below(random, bytes.length);
    const part = bytes.subarray(from, from + below(random, 64));
    return Buffer.concat([bytes.subarray(0, from), part, bytes.subarray(from)]);
  },
];

export function mutateBytes(bytes: Buffer, seed: number): Buffer {
  const random = seeded(seed);
  let mutated = bytes;
  for (let left = 1 + below(random, 3); left > 0; left--)
    mutated = oneOf(random, byteMutations)(mutated, random);
  return mutated;
}

const STRANGE: readonly Json[] = [
  null,
  true,
  '',
  'x',
  'a\0b',
  '\ud800',
  'x'.repeat(5000),
  '1',
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  [],
  [[]],
  {},
  [null],
  { length: 3 },
  '0000-00-00T00:00:00Z',
  '275760-09-13T00:00:00Z',
];

/** A copy with one change: a value replaced, removed or repeated, or an unexpected key added. */
export function mutateStructure(value: unknown, seed: number): unknown {
  const random = seeded(seed);
  const copy: Json = JSON.parse(JSON.stringify(value));
  const at = oneOf(random, containersOf(copy));
  if (Array.isArray(at)) mutateArray(at, random);
  else mutateObject(at, random);
  return copy;
}

function mutateArray(array: Json[], random: Random): void {
  const index = below(random, array.length + 1);
  switch (below(random, 4)) {
    case 0:
      array[index] = strange(random);
      break;
    case 1:
      array.splice(index, 1);
      break;
    case 2:
      array.splice(index, 0, array[index] ?? null);
      break;
    default:
      array.splice(0, array.length, ...array.toReversed());
  }
}

function mutateObject(object: { [key: string]: Json }, random: Random): void {
  const keys = Object.keys(object);
  const key = keys.length > 0 ? oneOf(random, keys) : 'key';
  const newKey = oneOf(random, [
    '__proto__',
    'constructor',
    'toString',
    'extra',
    'hostId',
    '',
    'a\0',
    '\ud800',
  ]);
  switch (below(random, 3)) {
    case 0:
      object[key] = strange(random);
      break;
    case 1:
      delete object[key];
      break;
    default:
      Object.defineProperty(object, newKey, {
        value: strange(random),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
}

function strange(random: Random): Json {
  return structuredClone(oneOf(random, STRANGE));
}

function containersOf(value: Json): (Json[] | { [key: string]: Json })[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(containersOf)];
}
