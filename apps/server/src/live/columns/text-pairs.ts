/** Pairs of neighbouring characters in a text as 64 bits. The bits of a part are a subset of the text's. */
export interface TextPairs {
  readonly low: number;
  readonly high: number;
}

const SPREAD = 0x9e3779b1;

export function pairsOf(text: string): TextPairs {
  let low = 0;
  let high = 0;
  for (let at = 1; at < text.length; at++) {
    const bit = Math.imul(text.charCodeAt(at - 1) * 65_537 + text.charCodeAt(at), SPREAD) >>> 26;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << (bit - 32);
  }
  return { low, high };
}
