const HEADER_BYTES = 5;

/** Of a stream of PostgreSQL messages, cut anywhere: the type of each message whose header ends in the piece. */
export class MessageTypes {
  /** What the piece before had of a header that it did not end. */
  #begun: Uint8Array = new Uint8Array();
  /** Of the present message's body. */
  #bytesLeft = 0;

  in(piece: Uint8Array): number[] {
    const data = this.#begun.length === 0 ? piece : Buffer.concat([this.#begun, piece]);
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    const types: number[] = [];
    let at = this.#bytesLeft;
    while (at + HEADER_BYTES <= data.length) {
      types.push(view.getUint8(at));
      // The length counts itself, and not the type.
      at += 1 + view.getInt32(at + 1);
    }
    this.#begun = data.slice(at);
    this.#bytesLeft = Math.max(0, at - data.length);
    return types;
  }
}
