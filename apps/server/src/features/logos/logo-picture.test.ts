import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLogoPicture } from './logo-picture.ts';
import { JPEG, PNG, png, WEBP_EXTENDED, WEBP_LOSSLESS, WEBP_LOSSY } from './testing/picture-samples.ts';

describe('an uploaded logo', () => {
  it.each([
    ['image/png', PNG],
    ['image/png', png(4096, 1)],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP_LOSSY],
    ['image/webp', WEBP_LOSSLESS],
    ['image/webp', WEBP_EXTENDED],
  ])('is recognised as %s by its bytes', (contentType, content) => {
    expect(readLogoPicture(content)).toEqual({ contentType, content });
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;')],
    ['only a PNG signature', PNG.subarray(0, 8)],
    [
      'a PNG signature before HTML',
      Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script></script>'.repeat(9))]),
    ],
    ['a picture without width', png(0, 9)],
    ['a picture without height', png(9, 0)],
    ['a picture that is too wide', png(4097, 9)],
    ['a picture that is too tall', png(9, 100_000)],
    ['a JPEG truncated before its size', JPEG.subarray(0, 100)],
    ['a WebP truncated before its size', WEBP_LOSSY.subarray(0, 16)],
  ])('is refused when it is %s', (_name, content) => {
    expect(readLogoPicture(content)).toBeNull();
  });

  it('is accepted or refused for any bytes, without an exception or endless loop', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const start = fc.constantFrom(...[PNG, JPEG, WEBP_LOSSY, WEBP_EXTENDED].map((file) => [...file]));
    fc.assert(
      fc.property(start, fc.nat({ max: 80 }), bytes, (file, at, rest) => {
        const picture = readLogoPicture(Buffer.from([...file.slice(0, at), ...rest]));
        expect(picture === null || picture.content.length === at + rest.length || at > file.length).toBe(
          true,
        );
      }),
    );
  });
});
