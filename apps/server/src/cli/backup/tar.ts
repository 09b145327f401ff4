import { CommandError } from '../command-error.ts';

/*
 * The POSIX ustar format, as far as a backup needs it: plain files with short names, so that any tar can look into one.
 */

export const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
/** Eleven octal digits. */
const LARGEST_BYTES = 8 ** 11 - 1;
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;

export interface TarHeader {
  readonly name: string;
  readonly bytes: number;
}

export function tarHeader({ name, bytes }: TarHeader, mtimeMs: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new Error(`the name ${name} is too long for a backup`);
  if (bytes > LARGEST_BYTES) throw new Error(`${name} is too large for a backup`);
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${octal(bytes, 11)}\0`, 124);
  block.write(`${octal(Math.floor(mtimeMs / 1000), 11)}\0`, 136);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  block.write(`${octal(checksumOf(block), 6)}\0 `, CHECKSUM_AT);
  return block;
}

/** Null at the end of the archive. */
export function parseTarHeader(block: Buffer): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  const bytes = numberAt(block, 124, 12);
  const isSound =
    block.toString('latin1', 257, 262) === 'ustar' &&
    numberAt(block, CHECKSUM_AT, CHECKSUM_BYTES) === checksumOf(block) &&
    Number.isSafeInteger(bytes);
  if (!isSound) throw new CommandError('This file is no backup, or it is damaged.');
  return { name: textAt(block, 0, NAME_BYTES), bytes };
}

export function paddingOf(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** With its own field as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 0;
  for (const [at, byte] of block.entries())
    sum += at >= CHECKSUM_AT && at < CHECKSUM_AT + CHECKSUM_BYTES ? 0x20 : byte;
  return sum;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function numberAt(block: Buffer, at: number, length: number): number {
  const text = textAt(block, at, length).trim();
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}

function textAt(block: Buffer, at: number, length: number): string {
  return block.toString('utf8', at, at + length).replace(/\0.*$/s, '');
}
