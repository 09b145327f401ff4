import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJsonElements } from './json-elements.ts';

async function* inChunks(text: string, bytes: number) {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
}

async function read(text: string, bytes = 7, maxBytes = 10_000) {
  const items: unknown[] = [];
  const push = (item: unknown) => void items.push(item);
  const document = await readJsonElements(inChunks(text, bytes), 'items', push, maxBytes);
  return { items, document };
}

test('reads the same elements as JSON.parse for any split into chunks', async () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(
      fc.array(object),
      object,
      object,
      fc.constantFrom(undefined, 2),
      fc.integer({ min: 1, max: 40 }),
      async (items, before, after, indent, bytes) => {
        const whole = { ...before, items, ...after };
        if (whole.items !== items) return;
        const found = await read(JSON.stringify(whole, null, indent), bytes, 1_000_000);
        expect(found).toEqual({
          items: JSON.parse(JSON.stringify(items)),
          document: JSON.parse(JSON.stringify({ ...whole, items: [] })),
        });
      },
    ),
    { seed: 1, numRuns: 100 },
  );
});

test('takes only the top-level array, not a deeper one of that name or a value of that text', async () => {
  const text = '{"kind":"items","metadata":{"items":[{"a":1}]},"items":[{"items":[{"b":2}]}]}';
  expect(await read(text)).toEqual({
    items: [{ items: [{ b: 2 }] }],
    document: { kind: 'items', metadata: { items: [{ a: 1 }] }, items: [] },
  });
});

test('returns a document unchanged when the array is missing or null', async () => {
  expect(await read('{"kind":"Status"}')).toEqual({ items: [], document: { kind: 'Status' } });
  expect(await read('{"items":null}')).toEqual({ items: [], document: { items: null } });
});

test.each(['', '{"items":[{"a":1}', '{"items":[{"a":1},', '{"items":[{"a":}]}', 'no JSON'])(
  'refuses a truncated or invalid document: %s',
  async (text) => {
    await expect(read(text)).rejects.toThrow(SyntaxError);
  },
);

test('refuses an element larger than the limit', async () => {
  const text = JSON.stringify({ items: [{ text: 'x'.repeat(200) }] });
  await expect(read(text, 50, 100)).rejects.toThrow('more than 100 bytes');
});
