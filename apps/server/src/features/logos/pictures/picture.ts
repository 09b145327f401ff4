import type { LOGO_CONTENT_TYPES } from '@gwanje/contract/logos';
import { cleanSvg } from '../svg/clean-svg.ts';
import { looksLikeJpeg, readJpeg } from './jpeg.ts';
import { looksLikePng, readPng } from './png.ts';
import { isSaneSize, type Raster } from './raster.ts';
import { looksLikeWebp, readWebp } from './webp.ts';

export interface Picture {
  readonly contentType: (typeof LOGO_CONTENT_TYPES)[number];
  readonly content: Buffer;
}

interface RasterKind {
  readonly contentType: Picture['contentType'];
  readonly looksLike: (bytes: Buffer) => boolean;
  readonly read: (bytes: Buffer) => Raster | null;
}

const RASTERS: readonly RasterKind[] = [
  { contentType: 'image/png', looksLike: looksLikePng, read: readPng },
  { contentType: 'image/jpeg', looksLike: looksLikeJpeg, read: readJpeg },
  { contentType: 'image/webp', looksLike: looksLikeWebp, read: readWebp },
];

/** The picture as it may be kept and served, or null for bytes that are none. Names and declared types have no say. */
export function readPicture(bytes: Buffer): Picture | null {
  const kind = RASTERS.find(({ looksLike }) => looksLike(bytes));
  if (!kind) {
    const svg = cleanSvg(bytes);
    return svg === null ? null : { contentType: 'image/svg+xml', content: Buffer.from(svg) };
  }
  const raster = kind.read(bytes);
  if (!raster || !isSaneSize(raster)) return null;
  return { contentType: kind.contentType, content: bytes.subarray(0, raster.endOffset) };
}
