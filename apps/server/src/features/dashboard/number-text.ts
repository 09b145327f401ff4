/** Four digits are one word, and what is written at once. */
const FOUR_DIGITS = 10_000;
export const WORD = 4;
const DOT = 0x2e;
const MINUS = 0x2d;
/** Larger figures are written by the language itself. */
const LARGEST = 2 ** 50;

/** As a number begins: without zeros before it. */
const leading = new Uint32Array(FOUR_DIGITS);
const leadingLength = new Uint8Array(FOUR_DIGITS);
/** As it goes on: all four. */
const further = new Uint32Array(FOUR_DIGITS);
/** Of four places after the dot, those before the zeros at the end. */
const placesLength = new Uint8Array(FOUR_DIGITS);
for (let value = 0; value < FOUR_DIGITS; value++) {
  const text = String(value);
  const four = text.padStart(WORD, '0');
  leading[value] = wordOf(text);
  leadingLength[value] = text.length;
  further[value] = wordOf(four);
  placesLength[value] = four.replace(/0+$/, '').length;
}

function wordOf(text: string): number {
  const bytes = Buffer.alloc(WORD);
  bytes.write(text);
  return bytes.readUInt32LE();
}

/**
 * Writes a whole number that is not negative, and answers where it ended. Up to a word beyond that is overwritten:
 * strings of a hundred thousand numbers take several times as long to make and join.
 */
export function writeInteger(out: DataView, at: number, value: number): number {
  if (value < FOUR_DIGITS) {
    out.setUint32(at, leading[value] ?? 0, true);
    return at + (leadingLength[value] ?? 0);
  }
  const above = Math.floor(value / FOUR_DIGITS);
  const end = writeInteger(out, at, above);
  out.setUint32(end, further[value - above * FOUR_DIGITS] ?? 0, true);
  return end + WORD;
}

/** As exactly as anybody can see: four places of what is small, two up to a thousand, none of what is large. */
export function writeFigure(out: DataView, from: number, value: number): number {
  if (!Number.isFinite(value)) return writeText(out, from, 'null');
  const size = Math.abs(value);
  if (size >= LARGEST) return writeText(out, from, String(value));
  const scale = size < 10 ? 10_000 : size < 1000 ? 100 : 1;
  const scaled = Math.round(size * scale);
  let at = from;
  if (value < 0 && scaled > 0) out.setUint8(at++, MINUS);
  const whole = Math.floor(scaled / scale);
  at = writeInteger(out, at, whole);
  const places = (scaled - whole * scale) * (FOUR_DIGITS / scale);
  if (places === 0) return at;
  out.setUint8(at, DOT);
  out.setUint32(at + 1, further[places] ?? 0, true);
  return at + 1 + (placesLength[places] ?? 0);
}

function writeText(out: DataView, from: number, text: string): number {
  for (let at = 0; at < text.length; at++) out.setUint8(from + at, text.charCodeAt(at));
  return from + text.length;
}
