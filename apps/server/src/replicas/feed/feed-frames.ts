import { decode, Encoder } from '@msgpack/msgpack';

/** The bytes are not a message of the feed, or the connection was cut within one. */
export class FeedFormatError extends Error {
  override readonly name = 'FeedFormatError';
}

const LENGTH_BYTES = 4;
/** Far more than the changes of one commit. A longer frame is none. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024;
const FIRST_BUFFER_BYTES = 16 * 1024;

/** A frame is the length of a message and the message in MessagePack. */
export function encodeFrame(message: unknown): Buffer {
  const bytes = new Encoder({ initialBufferSize: FIRST_BUFFER_BYTES, ignoreUndefined: true }).encodeSharedRef(
    message,
  );
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + bytes.length);
  frame.writeUInt32LE(bytes.length);
  frame.set(bytes, LENGTH_BYTES);
  return frame;
}

/** Reads the messages of a stream. A stream that ends within a frame fails. */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let chunks: Buffer[] = [];
  let size = 0;
  let neededBytes = LENGTH_BYTES;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < neededBytes) continue;
    let rest = Buffer.concat(chunks);
    for (neededBytes = frameBytes(rest); rest.length >= neededBytes; neededBytes = frameBytes(rest)) {
      yield decodeMessage(rest.subarray(LENGTH_BYTES, neededBytes));
      rest = rest.subarray(neededBytes);
    }
    chunks = [rest];
    size = rest.length;
  }
  if (size > 0) throw new FeedFormatError('the feed was cut within a message');
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
