/*
 * Log text is hostile. Escape sequences are dropped except colours, which `sgr.ts` reads; characters that reverse or
 * hide text are written out.
 */

/**
 * The escape sequences of a terminal: CSI; OSC, DCS, SOS, PM and APC with their end; other escapes with one final
 * character. A string without its end is not a sequence: it would hide the rest of the line.
 */
export const ESCAPE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\ufffd]*(?:\u0007|\ufffd|\u001b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])|\u001b/g;

/** Controls, and characters that reverse text or have no width. Tabs stay. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to write out
  /[\u0000-\u0008\u000a-\u001a\u001c-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/g;
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a quick test for escapes and hidden characters
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/;

export function hasEscape(raw: string): boolean {
  return raw.includes('\u001b');
}

/** The text of a line without escape sequences. */
export function plainText(raw: string): string {
  return UNSAFE.test(raw) ? writtenOut(withoutLineEnd(raw).replace(ESCAPE, '')) : raw;
}

/** A log of Windows has carriage returns before its line ends. */
export function withoutLineEnd(raw: string): string {
  return raw.replace(/\r+$/, '');
}

/** `‮` becomes `<U+202E>`. The carriage returns of a progress bar become `<CR>`: to overwrite text would hide it. */
export function writtenOut(text: string): string {
  return text
    .replaceAll('\r', '<CR>')
    .replace(
      HIDDEN,
      (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
    );
}
