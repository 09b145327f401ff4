/** Everything CSS may call here; of `url()` only a reference inside the picture itself. */
const HARMLESS_FUNCTIONS = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var
  matrix matrix3d translate translatex translatey scale scalex scaley rotate skew skewx skewy
  not is where nth-child nth-of-type
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  inset circle ellipse polygon path`.split(/\s+/),
);
const LOCAL_URL = /url\(\s*(?:#[\w.:-]+|"#[\w.:-]+"|'#[\w.:-]+')\s*\)/gi;
const END_OF_NAME = /[\s),:;{}'"]/;

/**
 * Whether CSS loads nothing and runs nothing. Without escapes a function is its name and a parenthesis, so names can
 * be judged as written, wherever they stand: a comment or a string is no hiding place, because neither is skipped.
 * At-rules (`@import`, `@font-face`) have no place in a logo.
 */
export function isHarmlessCss(css: string): boolean {
  if (/[\\@<]/.test(css)) return false;
  const beforeParentheses = css.replace(LOCAL_URL, ' ').split('(').slice(0, -1);
  return beforeParentheses.map(lastName).every((name) => name === '' || HARMLESS_FUNCTIONS.has(name));
}

/** Looked for from the end: a pattern tried at every place of a megabyte without an end would take hours. */
function lastName(text: string): string {
  let start = text.length;
  while (start > 0 && !END_OF_NAME.test(text.charAt(start - 1))) start--;
  return text.slice(start).toLowerCase();
}
