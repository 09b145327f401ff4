import { expect, it } from 'vitest';
import { ColumnSpace } from './column-space.ts';

it('copies columns of any length to places where numbers may begin', () => {
  const space = new ColumnSpace();
  const copies = [3, 8, 0, 70_000, 5, 200_000, 16].map((length, at) =>
    space.copy(new Uint8Array(length).fill(at)),
  );
  expect(copies.map(({ byteOffset }) => byteOffset % 8)).toEqual(copies.map(() => 0));
  expect(copies.map((copy, at) => copy.every((byte) => byte === at))).toEqual(copies.map(() => true));
});

it('uses the same memory for the next message', () => {
  const space = new ColumnSpace();
  const first = space.copy(Uint8Array.of(1, 2, 3));
  space.clear();
  const second = space.copy(Uint8Array.of(4, 5));
  expect([second.buffer === first.buffer, [...second]]).toEqual([true, [4, 5]]);
});
