/** The padding and the filter button of a header cell. */
const BESIDE_PX = 42;
const WIDE_PX = 11.5;
const HANGUL_PX = 10.5;
const CAPITAL_PX = 9;
const USUAL_PX = 7.8;
const NARROW_PX = 4.5;

/** The width that shows the whole label: declared widths suit Korean, whose words are shorter. */
export function headWidth(label: string): number {
  return Math.ceil([...label].reduce((sum, character) => sum + widthOf(character), BESIDE_PX));
}

/** An estimate of the text's width, rather too wide than too narrow. */
function widthOf(character: string): number {
  if (/[\p{Script=Hangul}\p{Script=Han}]/u.test(character)) return HANGUL_PX;
  if (/[mwMW@%]/.test(character)) return WIDE_PX;
  if (/\p{Lu}/u.test(character)) return CAPITAL_PX;
  return /[ijltfrI\s.,:;()'|/·-]/.test(character) ? NARROW_PX : USUAL_PX;
}
