import { DutyExceptionId, UserNo } from '@gwanje/contract/definition/fields';
import type { DutyException, DutyShift } from '@gwanje/contract/duty/duty-rotas';
import type { Rota } from '../duty-shifts.ts';

type Slot = { readonly firstUserNo: number; readonly secondUserNo: number | null };

/** 09:00 to 18:00 on each day, with person 1. */
export function aShift(
  values: Partial<Omit<DutyShift, 'slotList'>> & { readonly slotList?: readonly Slot[] },
): DutyShift {
  const { slotList = [{ firstUserNo: 1, secondUserNo: null }], ...rest } = values;
  return {
    shiftId: 'day',
    name: '주간',
    from: '09:00',
    to: '18:00',
    dayList: [1, 2, 3, 4, 5, 6, 7],
    everyDays: null,
    firstDate: '2026-11-16',
    ...rest,
    slotList: slotList.map(({ firstUserNo, secondUserNo }) => ({
      firstUserNo: UserNo.parse(firstUserNo),
      secondUserNo: UserNo.nullable().parse(secondUserNo),
    })),
  };
}

/** In Seoul, always valid. */
export function aRota(values: Partial<Rota>): Rota {
  return {
    timeZone: 'Asia/Seoul',
    validFrom: null,
    validTo: null,
    shiftList: [aShift({})],
    exceptionList: [],
    ...values,
  };
}

export type ExceptionValues = {
  readonly [Key in keyof DutyException]?: DutyException[Key] extends string | null
    ? DutyException[Key]
    : number | null;
};

/** Person 9 instead of person 1 on 2026-11-18, in all shifts. */
export function anException(values: ExceptionValues): DutyException {
  return {
    dutyExceptionId: DutyExceptionId.parse(values.dutyExceptionId ?? 1),
    shiftId: values.shiftId ?? null,
    fromDate: values.fromDate ?? '2026-11-18',
    toDate: values.toDate ?? '2026-11-18',
    replacedUserNo: UserNo.parse(values.replacedUserNo ?? 1),
    coveringUserNo: values.coveringUserNo === null ? null : UserNo.parse(values.coveringUserNo ?? 9),
    note: '',
  };
}
