const FIRST_BYTES = 256 * 1024;
/** Of a UTF-16 unit in UTF-8. */
const MOST_BYTES_A_LETTER = 3;
/** Sign, seventeen digits, point. */
const MOST_BYTES_A_NUMBER = 24;
const BILLION = 1e9;
const DIGITS_OF_BILLION = 9;

const ZERO = 48;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const NULL = Buffer.from('null');

/**
 * JSON, written where it is to be. Numbers by hand: a day of a demo has twenty million of them, and `JSON.stringify` takes
 * more than twice as long, for it looks for the shortest text of any double.
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #end = 0;

  text(text: string): void {
    this.#reserve(text.length * MOST_BYTES_A_LETTER);
    this.#end += this.#bytes.write(text, this.#end);
  }

  /** Members of an array, out of whole steps of which a unit has 10 to the power of `decimals`; null where NaN. */
  numbers(steps: Float64Array, decimals: number): void {
    this.#reserve(steps.length * MOST_BYTES_A_NUMBER);
    const perUnit = 10 ** decimals;
    for (let index = 0; index < steps.length; index++) {
      if (index > 0) this.#bytes[this.#end++] = COMMA;
      this.#number(steps[index] ?? Number.NaN, decimals, perUnit);
    }
  }

  /** A copy; what follows is written from the beginning again. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#end));
    this.#end = 0;
    return taken;
  }

  #number(steps: number, decimals: number, perUnit: number): void {
    if (!Number.isSafeInteger(steps)) {
      this.#end += NULL.copy(this.#bytes, this.#end);
      return;
    }
    if (steps < 0) this.#bytes[this.#end++] = MINUS;
    const size = Math.abs(steps);
    const whole = Math.floor(size / perUnit);
    const fraction = size - whole * perUnit;
    this.#whole(whole);
    if (fraction === 0) return;
    this.#bytes[this.#end++] = POINT;
    this.#digits(fraction, decimals);
  }

  #whole(value: number): void {
    if (value < BILLION) {
      this.#digits(value, digitsOf(value));
      return;
    }
    const billions = Math.floor(value / BILLION);
    this.#whole(billions);
    this.#digits(value - billions * BILLION, DIGITS_OF_BILLION);
  }

  /** Below a billion: the machine divides such numbers quickly. */
  #digits(value: number, count: number): void {
    let rest = value | 0;
    for (let at = this.#end + count - 1; at >= this.#end; at--) {
      const tenth = (rest / 10) | 0;
      this.#bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#end += count;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + more));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let bound = 10; value >= bound; bound *= 10) digits++;
  return digits;
}
