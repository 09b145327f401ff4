import { decode, Encoder } from '@msgpack/msgpack';

/** The bytes are not a message of the feed, or the connection was cut within one. */
export class FeedFormatError extends Error {
  override readonly name = 'FeedFormatError';
}

const LENGTH_BYTES = 4;
/** Far more than the changes of one commit. A longer frame is none. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024;
const FIRST_BUFFER_BYTES = 16 * 1024;

/** Its buffer is used again for the next message. */
const encoder = new Encoder({ initialBufferSize: FIRST_BUFFER_BYTES, ignoreUndefined: true });

/** A frame is the length of a message and the message in MessagePack. */
export function encodeFrame(message: unknown): Buffer {
  const bytes = encoder.encodeSharedRef(message);
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + bytes.length);
  frame.writeUInt32LE(bytes.length);
  frame.set(bytes, LENGTH_BYTES);
  return frame;
}

/**
 * Reads the messages of a stream. A stream that ends within a frame fails. All frames share one buffer (`ColumnSpace` says
 * why): bytes within a message are valid until the next one is read.
 */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES);
  let size = 0;
  for await (const chunk of stream) {
    if (size + chunk.length > buffer.length) buffer = enlarge(buffer, size, chunk.length);
    size += chunk.copy(buffer, size);
    let rest = buffer.subarray(0, size);
    for (let bytes = frameBytes(rest); rest.length >= bytes; bytes = frameBytes(rest)) {
      yield decodeMessage(rest.subarray(LENGTH_BYTES, bytes));
      rest = rest.subarray(bytes);
    }
    size = rest.copy(buffer);
  }
  if (size > 0) throw new FeedFormatError('the feed was cut within a message');
}

/** A larger buffer with the same first bytes. */
function enlarge(buffer: Buffer, size: number, moreBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, size + moreBytes));
  buffer.copy(larger, 0, 0, size);
  return larger;
}

/** Length of the frame at the beginning of the bytes. While its length has not arrived, that of the length. */
function frameBytes(bytes: Buffer): number {
  if (bytes.length < LENGTH_BYTES) return LENGTH_BYTES;
  const length = bytes.readUInt32LE();
  if (length === 0 || length > MAX_FRAME_BYTES)
    throw new FeedFormatError(`a message of ${length} bytes is none of the feed`);
  return LENGTH_BYTES + length;
}

function decodeMessage(bytes: Uint8Array): unknown {
  try {
    return decode(bytes);
  } catch (cause) {
    throw new FeedFormatError('a message of the feed cannot be decoded', { cause });
  }
}
