import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageTypes } from './message-types.ts';

function message(type: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

describe('the types of messages in a stream', () => {
  it('are all found, each once, wherever the stream is cut', () => {
    const someMessages = fc.array(fc.tuple(fc.integer({ min: 1, max: 255 }), fc.uint8Array()));
    fc.assert(
      fc.property(someMessages, fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (messages, cuts) => {
        const stream = Buffer.concat(messages.map(([type, body]) => message(type, body)));
        const types = new MessageTypes();
        const found: number[] = [];
        for (let at = 0; at < stream.length; ) {
          const next = at + (cuts.next().value ?? 1);
          found.push(...types.in(stream.subarray(at, next)));
          at = next;
        }
        expect(found).toEqual(messages.map(([type]) => type));
      }),
    );
  });
});
