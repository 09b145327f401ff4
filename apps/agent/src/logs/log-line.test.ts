import { MAX_LOG_LINE_BYTES } from '@gwanje/contract/objects/logs';
import { describe, expect, it } from 'vitest';
import { type Line, LineSplitter } from './log-line.ts';

const TIME = '2026-11-18T03:12:00.120000000Z';

function split(bytes: Buffer | string, chunkBytes = Number.POSITIVE_INFINITY): Line[] {
  const splitter = new LineSplitter();
  const all = Buffer.from(bytes);
  const lines: Line[] = [];
  for (let at = 0; at < all.length; at += chunkBytes)
    lines.push(...splitter.add(all.subarray(at, at + chunkBytes)));
  return [...lines, ...splitter.end()];
}

describe('a log', () => {
  it.each([1, 7, 64 * 1024])('is split into lines with their times, in chunks of %s bytes', (chunkBytes) => {
    const log = `2026-11-18T03:12:00.12Z first\n2026-11-18T12:12:00.12+09:00 한글 둘째\r\n2026-11-18T03:12:01Z \nno time`;
    expect(split(log, chunkBytes).map(({ time, text, cutBytes }) => [time, text, cutBytes])).toEqual([
      [TIME, 'first', 0],
      [TIME, '한글 둘째', 0],
      ['2026-11-18T03:12:01.000000000Z', '', 0],
      [undefined, 'no time', 0],
    ]);
  });

  it.each([1000, 64 * 1024])('has its long lines cut, in chunks of %s bytes', (chunkBytes) => {
    const [line, next] = split(`${TIME} ${'x'.repeat(1024 * 1024)}\n${TIME} next\n`, chunkBytes);
    expect(line).toMatchObject({
      time: TIME,
      cutBytes: 1024 * 1024 - MAX_LOG_LINE_BYTES,
      bytes: 1024 * 1024,
    });
    expect(line?.text).toBe('x'.repeat(MAX_LOG_LINE_BYTES));
    expect(next?.text).toBe('next');
  });

  it('is not cut inside a character', () => {
    const [line] = split(`${TIME} x${'가'.repeat(MAX_LOG_LINE_BYTES)}\n`);
    expect(line?.text).toMatch(/^x가+$/);
    expect(Buffer.byteLength(line?.text ?? '') + (line?.cutBytes ?? 0)).toBe(1 + 3 * MAX_LOG_LINE_BYTES);
  });

  it('may contain bytes that are no text', () => {
    const [line] = split(
      Buffer.concat([Buffer.from(`${TIME} a`), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('b\n')]),
    );
    expect(line?.text).toBe('a\ufffd\ufffd(b');
  });
});
