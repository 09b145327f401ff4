import { errorNameOf, errors } from '@gwanje/contract/errors';
import { checkName, type NameFault } from '@gwanje/contract/names';
import { ApiFailure, isAbort } from '#core/api/api-failure.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { type PlainKey, t } from '#core/i18n/i18n.ts';

/** What is wrong with which field, as keys of messages, so that another language changes the words on screen. */
export type Faults<Field extends string> = Readonly<Partial<Record<Field, PlainKey>>>;

/** The sentence for each reason that the server may give for a field. */
export type FieldReasons<Field extends string> = Readonly<
  Record<Field, Readonly<Partial<Record<string, PlainKey>>>>
>;

const NAME_FAULTS = {
  empty: 'forms.nameEmpty',
  tooLong: 'forms.nameTooLong',
  controlCharacter: 'forms.nameControlCharacter',
  invisible: 'forms.nameInvisible',
} as const satisfies Record<NameFault, PlainKey>;

export const NAME_REASONS = { ...NAME_FAULTS, taken: 'forms.nameTaken' } as const;

export function nameFault(text: string): PlainKey | undefined {
  const check = checkName(text);
  return check.ok ? undefined : NAME_FAULTS[check.fault];
}

export function hasFaults(faults: Readonly<Record<string, unknown>>): boolean {
  return Object.values(faults).some((fault) => fault !== undefined);
}

/** What the server refused, at the form's own field; null where the form has no such field. */
export function faultsOf<Field extends string>(
  error: unknown,
  reasons: FieldReasons<Field>,
): Faults<Field> | null {
  if (!(error instanceof ApiFailure) || error.detail.field === undefined) return null;
  // `0.name` and `grantList.3.subGroupId`: the form knows `name` and `grantList`.
  const head = error.detail.field.split('.').find((part) => !/^\d+$/.test(part));
  const field = (Object.keys(reasons) as Field[]).find((name) => name === head);
  if (field === undefined) return null;
  const key = reasons[field][error.detail.reason ?? ''] ?? codeKey(error);
  const faults: Partial<Record<Field, PlainKey>> = { [field]: key } as Partial<Record<Field, PlainKey>>;
  return faults;
}

function codeKey({ code }: ApiFailure): PlainKey {
  const name = code === null ? undefined : errorNameOf(code);
  return name ? `errors.code.${name}` : 'errors.code.missingParameter';
}

/** Someone else changed it after the form was opened. */
export function isChangedMeanwhile(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    error.code === errors.conflict.code &&
    error.detail.reason === 'changedMeanwhile'
  );
}

/** In the alert: the sentence for the reason where there is one, else that of the code. */
export async function tellFailure(
  error: unknown,
  reasons: Readonly<Partial<Record<string, string>>> = {},
): Promise<void> {
  if (isAbort(error)) return;
  if (!(error instanceof ApiFailure)) throw error;
  if (error.wasShown) return;
  await showAlert({
    title: t('forms.notDone'),
    prependIcon: 'mdi-alert',
    text: reasons[error.detail.reason ?? ''] ?? error.message,
  });
}
