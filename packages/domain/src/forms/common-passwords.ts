import { commonPasswords, commonStems } from './common-password-list.ts';

/** Keyboard sequences. Any part of one, in either direction, is a common password. */
const walks = [
  '012345678901234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]qwertyuiop[]',
  'qwertyuiopasdfghjklzxcvbnmqwertyuiop',
  "asdfghjkl;'asdfghjkl;'",
  'zxcvbnm,./zxcvbnm,./',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  'aabbccddeeffgghhiijjkkllmmnnooppqqrrssttuuvvwwxxyyzz',
  '00112233445566778899',
  '1234567890qwertyuiopasdfghjklzxcvbnm',
  '!@#$%^&*()_+',
  '!qaz@wsx#edc$rfv%tgb^yhn&ujm',
  '1!2@3#4$5%6^7&8*9(0)',
  'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ',
  '가나다라마바사아자차카타파하',
].flatMap((walk) => [walk, [...walk].reverse().join('')]);

const MAX_REPEATED_UNIT = 4;
const MAX_DECORATION = 6;
const DIGIT_FOR_LETTER = /[@013457$!]/g;
const lettersForDigits: Readonly<Record<string, string>> = {
  '@': 'a',
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  $: 's',
};

/**
 * True for passwords that attackers try first: listed ones, keyboard sequences, a repeated short text, a
 * listed word (or one that is repeated once) with a few digits or signs around it; also with digits for
 * letters.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFC').toLowerCase();
  return (
    commonPasswords.has(text) ||
    isRepetition(text) ||
    walks.some((walk) => walk.includes(text)) ||
    isDecoratedStem(text)
  );
}

function isRepetition(text: string): boolean {
  for (let unit = 1; unit <= MAX_REPEATED_UNIT; unit += 1) {
    if (text.slice(unit) === text.slice(0, -unit)) return true;
  }
  return false;
}

function isDecoratedStem(text: string): boolean {
  const leading = /^\P{L}*/u.exec(text)?.[0].length ?? 0;
  const trailing = /\P{L}*$/u.exec(text)?.[0].length ?? 0;
  for (let before = 0; before <= Math.min(leading, MAX_DECORATION); before += 1) {
    for (let after = 0; after <= Math.min(trailing, MAX_DECORATION - before); after += 1) {
      if (before + after < text.length && isStem(text.slice(before, text.length - after))) return true;
    }
  }
  return false;
}

function isStem(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  const stem = half + half === text ? half : text;
  return spellings(stem).some((spelling) => commonStems.has(spelling));
}

/** The text itself, and the text with letters for digits; '1' and '!' each stand for one of two letters. */
function spellings(text: string): string[] {
  const read = (one: string) => text.replace(DIGIT_FOR_LETTER, (sign) => lettersForDigits[sign] ?? one);
  return [text, read('i'), read('l')];
}
