import type { stepReceivers } from '@gwanje/contract/alarms/alarm-escalation';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { type MetaGroupId, SubGroupId, type UserNo } from '@gwanje/contract/definition/fields';
import { type EscalationStep, insertRota, type RotaInfo } from '@gwanje/contract/duty/duty-rotas';
import { type FieldErrors, nameError } from '#components/forms/field-errors.ts';
import type { EditForm } from '#components/forms/use-edit-form.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

type Body = BodyOf<typeof insertRota>;

export interface SlotDraft {
  readonly first: string | null;
  readonly second: string | null;
}

export interface ShiftDraft {
  readonly shiftId: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly dayList: readonly number[];
  /** False: the first slot stays. */
  readonly rotates: boolean;
  readonly everyDays: string;
  readonly firstDate: string;
  readonly slotList: readonly SlotDraft[];
}

export interface StepDraft {
  readonly to: (typeof stepReceivers)[number];
  readonly afterMin: string;
  readonly minLevel: EscalationStep['minLevel'];
}

/** Ids as text, as in selections. An empty date: no limit. */
export interface RotaDraft {
  readonly name: string;
  readonly metaGroupId: string | null;
  readonly isForSome: boolean;
  readonly forSubGroupIdList: readonly string[];
  readonly timeZone: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly lead: string | null;
  readonly shiftList: readonly ShiftDraft[];
  readonly stepList: readonly StepDraft[];
  /** Never given twice, because exceptions name a shift by its id. */
  readonly nextShiftNo: number;
  readonly version: number | undefined;
}

const fields = [
  'name',
  'metaGroupId',
  'forSubGroupIdList',
  'timeZone',
  'validFrom',
  'validTo',
  'leadUserNo',
  'shiftList',
  'stepList',
] as const;
export type RotaField = (typeof fields)[number];
export type RotaForm = EditForm<RotaDraft, RotaField>;

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

interface RotaStart extends Pick<RotaDraft, 'metaGroupId' | 'timeZone'> {
  readonly today: string;
  /** Of the day and the night shift. */
  readonly shiftNames: readonly [day: string, night: string];
}

/** A new rota starts with a day and a night shift that change weekly, and the usual steps. */
export function newRotaDraft(start: RotaStart): RotaDraft {
  const { metaGroupId, timeZone, today, shiftNames } = start;
  const shift = (no: number, name: string, from: string, to: string): ShiftDraft => ({
    shiftId: `shift-${no}`,
    name,
    from,
    to,
    dayList: EVERY_DAY,
    rotates: true,
    everyDays: '7',
    firstDate: today,
    slotList: [{ first: null, second: null }],
  });
  return {
    name: '',
    metaGroupId,
    isForSome: false,
    forSubGroupIdList: [],
    timeZone,
    validFrom: '',
    validTo: '',
    lead: null,
    shiftList: [shift(1, shiftNames[0], '09:00', '18:00'), shift(2, shiftNames[1], '18:00', '09:00')],
    stepList: [
      { to: 'first', afterMin: '5', minLevel: 1 },
      { to: 'second', afterMin: '15', minLevel: 1 },
    ],
    nextShiftNo: 3,
    version: undefined,
  };
}

export function rotaDraft(rota: RotaInfo): RotaDraft {
  const idText = (userNo: number | null) => (userNo === null ? null : String(userNo));
  const numbers = rota.shiftList.map(({ shiftId }) => Number(/^shift-(\d+)$/.exec(shiftId)?.[1] ?? 0));
  return {
    name: rota.name,
    metaGroupId: String(rota.metaGroupId),
    isForSome: rota.forSubGroupIdList !== null,
    forSubGroupIdList: rota.forSubGroupIdList?.map(String) ?? [],
    timeZone: rota.timeZone,
    validFrom: rota.validFrom ?? '',
    validTo: rota.validTo ?? '',
    lead: idText(rota.leadUserNo),
    shiftList: rota.shiftList.map(({ everyDays, slotList, ...shift }) => ({
      ...shift,
      rotates: everyDays !== null,
      everyDays: String(everyDays ?? 7),
      slotList: slotList.map(({ firstUserNo, secondUserNo }) => ({
        first: idText(firstUserNo),
        second: idText(secondUserNo),
      })),
    })),
    stepList: rota.stepList.map((step) => ({ ...step, afterMin: String(step.afterMin) })),
    nextShiftNo: Math.max(0, ...numbers) + 1,
    version: rota.version,
  };
}

export function nextShift(draft: RotaDraft, today: string): Pick<RotaDraft, 'shiftList' | 'nextShiftNo'> {
  const { nextShiftNo, shiftList } = draft;
  const added: ShiftDraft = {
    shiftId: `shift-${nextShiftNo}`,
    name: '',
    from: '09:00',
    to: '18:00',
    dayList: EVERY_DAY,
    rotates: false,
    everyDays: '7',
    firstDate: today,
    slotList: [{ first: null, second: null }],
  };
  return { shiftList: [...shiftList, added], nextShiftNo: nextShiftNo + 1 };
}

/** A missing person is the number 0, which the contract refuses. */
export function rotaBody(draft: RotaDraft): Body {
  const userOf = (text: string | null) => Number(text ?? 0) as UserNo;
  const dateOf = (text: string) => (text === '' ? null : text);
  const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
  return {
    name: draft.name.trim(),
    metaGroupId: Number(draft.metaGroupId ?? 0) as MetaGroupId,
    forSubGroupIdList: draft.isForSome
      ? draft.forSubGroupIdList.map((id) => SubGroupId.parse(Number(id)))
      : null,
    timeZone: draft.timeZone,
    validFrom: dateOf(draft.validFrom),
    validTo: dateOf(draft.validTo),
    leadUserNo: draft.lead === null ? null : userOf(draft.lead),
    shiftList: draft.shiftList.map(({ rotates, everyDays, slotList, dayList, ...shift }) => ({
      ...shift,
      name: shift.name.trim(),
      dayList: [...dayList].sort(),
      everyDays: rotates ? numberOf(everyDays) : null,
      slotList: (rotates ? slotList : slotList.slice(0, 1)).map(({ first, second }) => ({
        firstUserNo: userOf(first),
        secondUserNo: second === null ? null : userOf(second),
      })),
    })),
    stepList: draft.stepList.map(({ afterMin, ...step }) => ({ ...step, afterMin: numberOf(afterMin) })),
  };
}

/** The rota of a draft, as far as it is complete: a preview of what is still invalid would be wrong. */
export function validBody(draft: RotaDraft): Body | undefined {
  return insertRota.body.safeParse({
    ...rotaBody(draft),
    // The preview does not depend on them.
    name: 'x',
    metaGroupId: 1,
    forSubGroupIdList: null,
    stepList: [],
  }).data;
}

const MESSAGES = {
  metaGroupId: 'duty.form.errors.metaGroupId',
  forSubGroupIdList: 'duty.form.errors.forSubGroupIdList',
  timeZone: 'duty.form.errors.timeZone',
  validFrom: 'duty.form.errors.date',
  validTo: 'duty.form.errors.validTo',
  leadUserNo: 'duty.form.errors.leadUserNo',
  shiftList: 'duty.form.errors.shiftList',
  stepList: 'duty.form.errors.stepList',
} as const satisfies Partial<Record<RotaField, PlainKey>>;

export function rotaErrors(draft: RotaDraft): FieldErrors<RotaField> {
  const found: Partial<Record<RotaField, PlainKey>> = {};
  const name = nameError(draft.name);
  if (name) found.name = name;
  for (const { path } of insertRota.body.safeParse(rotaBody(draft)).error?.issues ?? []) {
    const field = fields.find((one) => one === path[0]);
    if (field && field !== 'name') found[field] = MESSAGES[field];
  }
  return found;
}

const ROW_MESSAGES = {
  name: 'duty.form.errors.shiftName',
  dayList: 'duty.form.errors.dayList',
  everyDays: 'duty.form.errors.everyDays',
  firstDate: 'duty.form.errors.date',
  from: 'duty.form.errors.time',
  to: 'duty.form.errors.time',
  firstUserNo: 'duty.form.errors.firstUserNo',
  secondUserNo: 'duty.form.errors.secondUserNo',
  afterMin: 'duty.form.errors.afterMin',
} as const satisfies Record<string, PlainKey>;

/** The errors of the fields in rows, by their place in the body: `shiftList.0.slotList.1.firstUserNo`. */
export function rowErrors(draft: RotaDraft): ReadonlyMap<string, PlainKey> {
  const found = new Map<string, PlainKey>();
  for (const { path } of insertRota.body.safeParse(rotaBody(draft)).error?.issues ?? []) {
    const field = Object.keys(ROW_MESSAGES).find((name) => path.includes(name)) as keyof typeof ROW_MESSAGES;
    if (path.length > 1 && field !== undefined) found.set(path.join('.'), ROW_MESSAGES[field]);
  }
  return found;
}
