import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPicture } from './picture.ts';
import { JPEG, PNG, png, pngChunk, SVG, WEBP_EXTENDED, WEBP_LOSSLESS, WEBP_LOSSY } from './samples.ts';

const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');

const RASTERS: readonly (readonly [string, Buffer, string])[] = [
  ['PNG', PNG, 'image/png'],
  ['JPEG', JPEG, 'image/jpeg'],
  ['lossy WebP', WEBP_LOSSY, 'image/webp'],
  ['lossless WebP', WEBP_LOSSLESS, 'image/webp'],
  ['extended WebP', WEBP_EXTENDED, 'image/webp'],
];

describe.each(RASTERS)('%s', (_name, bytes, contentType) => {
  it('is recognised by its bytes and kept as it is', () => {
    expect(readPicture(bytes)).toEqual({ contentType, content: bytes });
  });

  it('is refused when it ends too early, wherever that is', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(readPicture(bytes.subarray(0, length)), `${length} bytes`).toBeNull();
    }
  });

  it('loses what is hung on behind it', () => {
    expect(readPicture(Buffer.concat([bytes, HTML]))?.content).toEqual(bytes);
  });

  it('is refused when another content hides behind its first bytes', () => {
    expect(readPicture(Buffer.concat([bytes.subarray(0, 12), HTML]))).toBeNull();
  });
});

describe('sizes', () => {
  it.each([
    [1, 1, true],
    [4096, 4096, true],
    [4097, 10, false],
    [10, 4097, false],
    [0, 10, false],
    [10, 0, false],
    [0xffffffff, 0xffffffff, false],
  ])('a PNG of %i × %i: %s', (widthPx, heightPx, isKept) => {
    expect(readPicture(png(widthPx, heightPx)) !== null).toBe(isKept);
  });

  it('a JPEG of no height is refused', () => {
    const frame = JPEG.indexOf(Buffer.from([0xff, 0xc0]));
    const flat = Buffer.from(JPEG);
    flat.writeUInt16BE(0, frame + 5);
    expect(readPicture(flat)).toBeNull();
  });

  it('a WebP canvas that is too wide is refused', () => {
    const wide = Buffer.from(WEBP_EXTENDED);
    wide.writeUIntLE(5000, 24, 3);
    expect(readPicture(wide)).toBeNull();
  });
});

describe('pictures that are none', () => {
  const [signature, header] = [PNG.subarray(0, 8), PNG.subarray(8, 33)];
  const end = pngChunk('IEND', Buffer.alloc(0));
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['HTML', HTML],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['zip', Buffer.from('PK\x03\x04', 'latin1')],
    ['PNG without data', Buffer.concat([signature, header, end])],
    ['PNG with empty data', Buffer.concat([signature, header, pngChunk('IDAT', Buffer.alloc(0)), end])],
    [
      'PNG with a header of another length',
      Buffer.concat([signature, pngChunk('IHDR', Buffer.alloc(5)), end]),
    ],
    ['PNG whose header comes second', Buffer.concat([signature, pngChunk('tEXt', HTML), header, end])],
    ['PNG with a wrong checksum', withByte(PNG, 30, 0xff)],
    [
      'PNG of colour type 5',
      Buffer.concat([signature, pngChunk('IHDR', withByte(header.subarray(8, 21), 9, 5)), end]),
    ],
    ['JPEG without a frame', Buffer.concat([JPEG.subarray(0, 20), Buffer.from([0xff, 0xd9])])],
    ['WebP without a picture', Buffer.from('RIFF\x04\x00\x00\x00WEBP', 'latin1')],
    ['WebP that says it is longer', withByte(WEBP_LOSSY, 4, 0xff)],
    ['WebP whose first frame needs one before it', withByte(WEBP_LOSSY, 20, 0x51)],
  ])('%s', (_name, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });

  it('changed bytes are refused, or kept as something that is read again as the same', () => {
    const samples = [PNG, JPEG, WEBP_LOSSY, WEBP_LOSSLESS, WEBP_EXTENDED, SVG];
    const change = fc.tuple(fc.nat(), fc.nat(255));
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.array(change, { maxLength: 20 }), (sample, changes) => {
        const bytes = Buffer.from(sample);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const picture = readPicture(bytes);
        if (picture) expect(readPicture(picture.content)).toEqual(picture);
      }),
      { numRuns: 2000 },
    );
  });
});

function withByte(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = value;
  return changed;
}
