import { z } from 'zod';

export const NAME_MAX_LENGTH = 50;

export type NameError = 'empty' | 'tooLong' | 'controlCharacter' | 'invisible';
export type NameCheck =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly error: NameError };

// Control characters, unpaired surrogates, line separators, and characters that reorder or hide text so that
// two names look alike.
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
// Fillers and blanks that Unicode does not count as white space. A name of only these would be invisible.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

/**
 * Checks the name of a group, cluster or template, and returns why it is refused. `name` is the form to
 * store: trimmed, composed (NFC).
 */
export function checkName(text: string): NameCheck {
  const name = text.trim().normalize('NFC');
  if (name === '') return { ok: false, error: 'empty' };
  if (UNSAFE.test(text)) return { ok: false, error: 'controlCharacter' };
  if (name.replace(INVISIBLE, '') === '') return { ok: false, error: 'invisible' };
  if ([...name].length > NAME_MAX_LENGTH) return { ok: false, error: 'tooLong' };
  return { ok: true, name };
}

/** The same rule as a schema: it trims and composes the name, and reports why a name is refused. */
export const Name = z
  .string()
  .max(500)
  .transform((text, context) => {
    const check = checkName(text);
    if (check.ok) return check.name;
    context.addIssue({ code: 'custom', message: check.error });
    return z.NEVER;
  });

/** Uniqueness ignores case and Unicode composition. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
