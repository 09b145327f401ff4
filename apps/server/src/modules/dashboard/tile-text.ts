import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { TileColumns } from '../../live/dashboard.ts';

/** The columns as members of a JSON object. `names`: each as JSON text. */
export function tileText(
  { id, group, monResult, value, isStale }: TileColumns,
  names: readonly string[],
): string {
  const members = [
    `"id":[${id.join()}]`,
    `"name":[${names.join()}]`,
    `"group":[${group.join()}]`,
    `"monResult":[${monResult.join()}]`,
    `"value":[${Array.from(value, valueText).join()}]`,
    `"isStale":[${isStale.join()}]`,
  ];
  return members.join();
}

/** As exactly as anybody can see: four places of what is small, none of what is large. */
function valueText(value: number): string | number {
  if (!Number.isFinite(value)) return 'null';
  const size = Math.abs(value);
  const unit = size < 10 ? 10_000 : size < 1000 ? 100 : 1;
  return Math.round(value * unit) / unit;
}

/** In the order of preference. */
export const tileEncodings = ['zstd', 'br', 'gzip'] as const;
export type TileEncoding = (typeof tileEncodings)[number];

/** Fast: of these texts higher levels take thrice as long and are no smaller. */
const compressors: Readonly<Record<TileEncoding, (text: Buffer) => Promise<Buffer<ArrayBuffer>>>> = {
  zstd: (text) => promisify(zstdCompress)(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text, { level: 1 }),
};

export async function compressed(text: string, encoding: TileEncoding): Promise<Buffer<ArrayBuffer>> {
  return await compressors[encoding](Buffer.from(text));
}
