import { crc32 } from 'node:zlib';
import type { Raster } from './raster.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const IHDR_BYTES = 13;
/** Bit depths that each colour type allows. */
const DEPTHS: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]);

export function looksLikePng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** Walks every chunk, checksums included, from IHDR to IEND. */
export function readPng(bytes: Buffer): Raster | null {
  let offset = SIGNATURE.length;
  let header: Omit<Raster, 'endOffset'> | null = null;
  let hasData = false;
  while (offset + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(offset);
    const crcOffset = offset + 8 + length;
    if (crcOffset + 4 > bytes.length) return null;
    if (crc32(bytes.subarray(offset + 4, crcOffset)) !== bytes.readUInt32BE(crcOffset)) return null;
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (!header) {
      header = type === 'IHDR' ? readHeader(bytes.subarray(offset + 8, crcOffset)) : null;
      if (!header) return null;
    }
    if (type === 'IDAT') hasData ||= length > 0;
    offset = crcOffset + 4;
    if (type === 'IEND') return hasData ? { ...header, endOffset: offset } : null;
  }
  return null;
}

function readHeader(data: Buffer): Omit<Raster, 'endOffset'> | null {
  if (data.length !== IHDR_BYTES) return null;
  const isKnown = DEPTHS.get(data.readUInt8(9))?.includes(data.readUInt8(8)) ?? false;
  if (!isKnown || data.readUInt8(10) !== 0 || data.readUInt8(11) !== 0 || data.readUInt8(12) > 1) return null;
  return { widthPx: data.readUInt32BE(0), heightPx: data.readUInt32BE(4) };
}
