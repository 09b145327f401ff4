import type { LOGO_CONTENT_TYPES } from '@gwanje/contract/settings/logos';
import { disableTypes, imageSize, types } from 'image-size';

export interface LogoPicture {
  readonly contentType: (typeof LOGO_CONTENT_TYPES)[number];
  readonly content: Buffer;
}

const CONTENT_TYPES = new Map<string | undefined, LogoPicture['contentType']>([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
]);
const MAX_SIDE_PX = 4096;

// The library must not parse other formats.
disableTypes(types.filter((type) => !CONTENT_TYPES.has(type)));

/**
 * The bytes decide the format; the file's name and declared type do not. Null for anything that is not a PNG,
 * JPEG or WebP picture of an acceptable size. SVG is refused: it can carry scripts.
 */
export function readLogoPicture(content: Buffer): LogoPicture | null {
  const { type, width, height } = sizeOf(content);
  const contentType = CONTENT_TYPES.get(type);
  const isSizeAccepted = [width, height].every((sidePx) => sidePx >= 1 && sidePx <= MAX_SIDE_PX);
  return contentType && isSizeAccepted ? { contentType, content } : null;
}

function sizeOf(content: Buffer): {
  readonly type?: string;
  readonly width: number;
  readonly height: number;
} {
  try {
    return imageSize(content);
  } catch {
    return { width: 0, height: 0 };
  }
}
