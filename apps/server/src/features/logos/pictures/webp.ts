import type { Raster } from './raster.ts';

type Size = Omit<Raster, 'endOffset'>;

const RIFF_HEADER_BYTES = 12;

export function looksLikeWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** Walks every chunk inside the RIFF container. */
export function readWebp(bytes: Buffer): Raster | null {
  if (bytes.length < RIFF_HEADER_BYTES) return null;
  const endOffset = bytes.readUInt32LE(4) + 8;
  if (endOffset > bytes.length) return null;
  let offset = RIFF_HEADER_BYTES;
  let canvas: Size | null = null;
  let picture: Size | null = null;
  let isAnimated = false;
  while (offset + 8 <= endOffset) {
    const type = bytes.toString('latin1', offset, offset + 4);
    const length = bytes.readUInt32LE(offset + 4);
    if (offset + 8 + length > endOffset) return null;
    const data = bytes.subarray(offset + 8, offset + 8 + length);
    if (type === 'VP8X' && offset === RIFF_HEADER_BYTES) canvas = canvasSize(data);
    else if (type === 'VP8 ') picture ??= lossySize(data);
    else if (type === 'VP8L') picture ??= losslessSize(data);
    else if (type === 'ANMF') isAnimated = true;
    offset += 8 + length + (length % 2);
  }
  const size = canvas && (picture || isAnimated) ? canvas : picture;
  return size ? { ...size, endOffset } : null;
}

function canvasSize(data: Buffer): Size | null {
  if (data.length !== 10) return null;
  return { widthPx: data.readUIntLE(4, 3) + 1, heightPx: data.readUIntLE(7, 3) + 1 };
}

/** A key frame: bit 0 of the tag is 0, then the start code, then two sizes of 14 bits. */
function lossySize(data: Buffer): Size | null {
  if (data.length <= 10 || (data.readUInt8(0) & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { widthPx: data.readUInt16LE(6) & 0x3fff, heightPx: data.readUInt16LE(8) & 0x3fff };
}

function losslessSize(data: Buffer): Size | null {
  if (data.length <= 5 || data.readUInt8(0) !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
}
