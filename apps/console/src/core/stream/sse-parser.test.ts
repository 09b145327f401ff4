import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SseParser } from './sse-parser.ts';

const TEXT =
  'id: a-1\nevent: x\ndata: {"n":1}\n\n: ping\n\nid: a-2\n: welcome\n\ndata: one\r\ndata: two\r\n\r\n';
const MESSAGES = [
  { id: 'a-1', data: '{"n":1}' },
  { id: 'a-2', data: undefined },
  { id: undefined, data: 'one\ntwo' },
];

test('messages are the same whatever pieces they come in', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(TEXT.length)), (cuts) => {
      const edges = [0, ...cuts, TEXT.length].sort((a, b) => a - b);
      const parser = new SseParser();
      const found = edges.slice(1).flatMap((edge, index) => parser.add(TEXT.slice(edges[index], edge)));
      expect(found).toEqual(MESSAGES);
    }),
  );
});

test('what has no end yet is no message', () => {
  expect(new SseParser().add('data: half\n')).toEqual([]);
});

test('a message without end is refused', () => {
  const parser = new SseParser();
  expect(() => parser.add('x'.repeat(5_000_000))).toThrow();
});
