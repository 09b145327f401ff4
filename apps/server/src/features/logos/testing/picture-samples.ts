import { crc32, deflateSync } from 'node:zlib';

/* Real pictures of 24 × 16 px, drawn by a browser, for tests. */

export const JPEG = bytes(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAIE/8QAHRAAAQIHAAAAAAAAAAAAAAAAEQASBAUTFCNC0f/EABYBAQEBAAAAAAAAAAAAAAAAAAMBBf/EABkRAQACAwAAAAAAAAAAAAAAAAAREyEjYf/aAAwDAQACEQMRAD8AuXwN7UyMYNSSeJMIGyp5HvOoAHUl8dZVMb3jYAHqTCOvaeNjDsSRxDiGhss4xoiKGf/Z',
);
export const WEBP_LOSSY = bytes(
  'UklGRlQAAABXRUJQVlA4IEgAAABQAwCdASoYABAAPxFysFAsJqSisAgBgCIJaACdMoRwADv+AAD7zn/Nbv/zTZ//8yAo7wfHh40K8XfQnYQHP+iQvG9PYW/tAAA=',
);
export const WEBP_LOSSLESS = bytes(
  'UklGRjAAAABXRUJQVlA4TCQAAAAvF8ADAA/wGebPMH+Gef5DCwTZNjW4v+UpniNE9H8cAKB5zRs=',
);
export const WEBP_EXTENDED = bytes(
  'UklGRmYAAABXRUJQVlA4WAoAAAAAAAAAFwAADwAAVlA4IEgAAABQAwCdASoYABAAPxFysFAsJqSisAgBgCIJaACdMoRwADv+AAD7zn/Nbv/zTZ//8yAo7wfHh40K8XfQnYQHP+iQvG9PYW/tAAA=',
);
export const PNG = png(24, 16);

/** A picture of one colour and any size; `padBytes` makes the file larger with a text chunk. */
export function png(widthPx: number, heightPx: number, padBytes = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...(padBytes > 0 ? [pngChunk('tEXt', Buffer.alloc(padBytes, 'a'))] : []),
    pngChunk('IDAT', deflateSync(Buffer.alloc(Math.min(heightPx, 64) * (Math.min(widthPx, 4096) + 1)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function bytes(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}
