export interface SseMessage {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** More than any message of ours: a server that never ends a line is not one of ours. */
const MAX_PENDING = 4 * 1024 * 1024;

/** Server-sent events out of a stream of text, whatever pieces it comes in. */
export class SseParser {
  #pending = '';

  /** The messages that this piece completes. */
  add(piece: string): SseMessage[] {
    this.#pending += piece.replaceAll('\r', '');
    if (this.#pending.length > MAX_PENDING) throw new Error('a message without end');
    const blocks = this.#pending.split('\n\n');
    this.#pending = blocks.pop() ?? '';
    return blocks.map(messageOf).filter(({ id, data }) => id !== undefined || data !== undefined);
  }
}

function messageOf(block: string): SseMessage {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (line.startsWith('id:')) id = value;
    if (line.startsWith('data:')) data.push(value);
  }
  return { id, data: data.length > 0 ? data.join('\n') : undefined };
}
