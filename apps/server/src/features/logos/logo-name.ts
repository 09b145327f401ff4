const MAX_LENGTH = 100;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A label for the list, from the uploaded file's name. The server uses it as text only. */
export function logoName(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(UNSAFE, '').trim().normalize('NFC');
  return [...name].slice(0, MAX_LENGTH).join('') || 'logo';
}
