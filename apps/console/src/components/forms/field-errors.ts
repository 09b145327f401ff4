import { errorNameOf } from '@gwanje/contract/definition/errors';
import { checkName, type NameError } from '@gwanje/contract/definition/fields';
import { ApiFailure } from '#core/api/api-failure.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import './form-messages.ts';

/** Message keys by field. Keys, not sentences: the text on screen follows the language. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, PlainKey | undefined>>>;

/** The message for each reason that the server may give, by field. */
export type FieldReasons<Field extends string> = Readonly<
  Record<Field, Readonly<Partial<Record<string, PlainKey>>>>
>;

const NAME_ERRORS = {
  empty: 'forms.nameEmpty',
  tooLong: 'forms.nameTooLong',
  controlCharacter: 'forms.nameControlCharacter',
  invisible: 'forms.nameInvisible',
} as const satisfies Record<NameError, PlainKey>;

export const NAME_REASONS = { ...NAME_ERRORS, taken: 'forms.nameTaken' } as const;

export function nameError(text: string): PlainKey | undefined {
  const check = checkName(text);
  return check.ok ? undefined : NAME_ERRORS[check.error];
}

export function hasErrors(fieldErrors: Readonly<Record<string, unknown>>): boolean {
  return Object.values(fieldErrors).some((error) => error !== undefined);
}

/** The error of the field that the server refused; null if the form has no such field. */
export function serverFieldErrors<Field extends string>(
  error: unknown,
  reasons: FieldReasons<Field>,
): FieldErrors<Field> | null {
  if (!(error instanceof ApiFailure) || error.detail.field === undefined) return null;
  // The server names `0.name` or `grantList.3.subGroupId`; the fields of the form are `name` and `grantList`.
  const head = error.detail.field.split('.').find((part) => !/^\d+$/.test(part));
  const field = (Object.keys(reasons) as Field[]).find((name) => name === head);
  if (field === undefined) return null;
  const key = reasons[field][error.detail.reason ?? ''] ?? codeKey(error);
  return { [field]: key } as FieldErrors<Field>;
}

function codeKey({ code }: ApiFailure): PlainKey {
  const name = code === null ? undefined : errorNameOf(code);
  return name ? `errors.code.${name}` : 'errors.code.missingParameter';
}
