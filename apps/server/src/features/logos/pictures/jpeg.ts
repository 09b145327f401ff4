import type { Raster } from './raster.ts';

const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended and progressive: what browsers draw. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);

export function looksLikeJpeg(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUIntBE(0, 3) === 0xffd8ff;
}

/** Walks every segment and scan from the start marker to the end marker. */
export function readJpeg(bytes: Buffer): Raster | null {
  let offset = 2;
  let frame: Omit<Raster, 'endOffset'> | null = null;
  let hasScan = false;
  for (;;) {
    const marker = markerAt(bytes, offset);
    if (!marker) return null;
    if (marker.code === EOI) return frame && hasScan ? { ...frame, endOffset: marker.end } : null;
    if (marker.end + 2 > bytes.length) return null;
    const length = bytes.readUInt16BE(marker.end);
    const segmentEnd = marker.end + length;
    if (length < 2 || segmentEnd > bytes.length) return null;
    if (FRAMES.has(marker.code)) {
      if (frame || length < 8) return null;
      frame = { heightPx: bytes.readUInt16BE(marker.end + 3), widthPx: bytes.readUInt16BE(marker.end + 5) };
    }
    if (marker.code === SOS) {
      if (!frame) return null;
      hasScan = true;
      offset = endOfScan(bytes, segmentEnd);
    } else offset = segmentEnd;
  }
}

/** A marker may be preceded by any number of fill bytes. */
function markerAt(bytes: Buffer, offset: number): { code: number; end: number } | null {
  let at = offset;
  if (bytes[at] !== 0xff) return null;
  while (bytes[at] === 0xff) at++;
  const code = bytes[at];
  return code === undefined || code === 0 ? null : { code, end: at + 1 };
}

/** Inside a scan 0xff is followed by 0 or is a restart marker; anything else ends it. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at !== -1) {
    const next = bytes[at + 1];
    const isInside = next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7);
    if (!isInside) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return bytes.length;
}
