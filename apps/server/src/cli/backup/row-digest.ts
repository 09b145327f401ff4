import { hash } from 'node:crypto';

/** The sum of the rows' SHA-256, each as four numbers: equal tables have equal digests in any row order. */
export class RowDigest {
  readonly #sum = new BigUint64Array(4);
  #rows = 0;

  add(row: string): void {
    const digest = hash('sha256', row, 'buffer');
    for (let at = 0; at < 4; at++) this.#sum[at] = (this.#sum[at] ?? 0n) + digest.readBigUInt64LE(at * 8);
    this.#rows++;
  }

  get rowCnt(): number {
    return this.#rows;
  }

  toString(): string {
    return hash('sha256', Buffer.from(this.#sum.buffer));
  }
}
