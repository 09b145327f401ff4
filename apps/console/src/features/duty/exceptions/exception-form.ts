import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { UserNo } from '@gwanje/contract/definition/fields';
import { insertDutyException, type RotaInfo } from '@gwanje/contract/duty/duty-rotas';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export interface ExceptionStart {
  readonly date: string;
  readonly shiftId?: string | undefined;
  readonly replacedUserNo?: number | undefined;
}

/** Ids as text, as in selections. `shiftId` empty: all shifts. `coveringUserNo` 'nobody': the place stays empty. */
export interface ExceptionDraft {
  readonly shiftId: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly replacedUserNo: string | null;
  readonly coveringUserNo: string | null;
  /** True: on `swapDate` the replaced person takes the shifts of the covering one. */
  readonly isSwap: boolean;
  readonly swapDate: string;
  readonly note: string;
}
export type ExceptionField =
  | 'shiftId'
  | 'fromDate'
  | 'toDate'
  | 'replacedUserNo'
  | 'coveringUserNo'
  | 'swapDate'
  | 'note';

export const NOBODY = 'nobody';

export function exceptionDraft({ date, shiftId, replacedUserNo }: ExceptionStart): ExceptionDraft {
  return {
    shiftId: shiftId ?? '',
    fromDate: date,
    toDate: date,
    replacedUserNo: replacedUserNo === undefined ? null : String(replacedUserNo),
    coveringUserNo: null,
    isSwap: false,
    swapDate: '',
    note: '',
  };
}

export function exceptionBody(
  { dutyRotaId }: Pick<RotaInfo, 'dutyRotaId'>,
  draft: ExceptionDraft,
): BodyOf<typeof insertDutyException> {
  const { shiftId, fromDate, toDate, replacedUserNo, coveringUserNo, isSwap, swapDate, note } = draft;
  const userOf = (text: string | null) => UserNo.parse(Number(text));
  return {
    dutyRotaId,
    shiftId: shiftId === '' ? null : shiftId,
    fromDate,
    toDate,
    replacedUserNo: userOf(replacedUserNo),
    coveringUserNo: coveringUserNo === NOBODY ? null : userOf(coveringUserNo),
    ...(isSwap && coveringUserNo !== NOBODY && { swapDate }),
    note: note.trim(),
  };
}

export function exceptionErrors(
  rota: Pick<RotaInfo, 'dutyRotaId'>,
  draft: ExceptionDraft,
): FieldErrors<ExceptionField> {
  const found: Partial<Record<ExceptionField, PlainKey>> = {};
  if (draft.replacedUserNo === null) found.replacedUserNo = 'duty.exception.noReplaced';
  if (draft.coveringUserNo === null) found.coveringUserNo = 'duty.exception.noCovering';
  else if (draft.coveringUserNo === draft.replacedUserNo) found.coveringUserNo = 'duty.exception.samePerson';
  if (found.replacedUserNo || found.coveringUserNo) return found;
  for (const { path } of insertDutyException.body.safeParse(exceptionBody(rota, draft)).error?.issues ?? []) {
    if (path[0] === 'fromDate' || path[0] === 'swapDate') found[path[0]] = 'duty.exception.noDate';
    if (path[0] === 'shiftId') found.shiftId = 'duty.exception.noShift';
    if (path[0] === 'toDate') found.toDate = 'duty.exception.dateOrder';
    if (path[0] === 'note') found.note = 'duty.exception.noteError';
  }
  return found;
}
