import type { BodyIn } from '@gwanje/contract/definition/endpoint';
import { DutyRotaId } from '@gwanje/contract/definition/fields';
import { CalendarDate, ShiftId } from '@gwanje/contract/duty/duty-rotas';
import type { HandoverHead, listHandovers } from '@gwanje/contract/duty/handovers';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import type { AddressText } from '#core/navigation/use-address.ts';
import type { ShiftOfDay } from './handover-queries.ts';

/** The page of a handover. A draft has the address of its shift: nothing may be stored of it. */
export function handoverAddress({ handoverId, state, dutyRotaId, shiftId, date }: HandoverHead): string {
  return state !== 'draft' || dutyRotaId === null
    ? `/handover?handoverId=${handoverId}`
    : `/handover?${new URLSearchParams({ dutyRotaId: String(dutyRotaId), shiftId, date })}`;
}

export function shiftInAddress({ dutyRotaId, shiftId, date }: AddressText): ShiftOfDay | undefined {
  const rota = parseIdText(dutyRotaId);
  const shift = ShiftId.safeParse(shiftId).data;
  const day = CalendarDate.safeParse(date).data;
  if (rota === undefined || shift === undefined || day === undefined) return undefined;
  return { dutyRotaId: DutyRotaId.parse(rota), shiftId: shift, date: day };
}

export type HandoverConditions = Readonly<ReturnType<typeof handoverConditions>>;

export const NO_CONDITIONS = { search: undefined, rota: undefined, from: undefined, to: undefined };

/** Ignores invalid values. */
export function handoverConditions({ search = '', rota, from, to }: AddressText) {
  const day = (text: string | undefined) => CalendarDate.safeParse(text).data ?? '';
  return {
    search: search.trim().slice(0, 253),
    rota: parseIdText(rota) ?? null,
    /** Days in the browser's time zone. */
    from: day(from),
    to: day(to),
  };
}

export function isNarrowed({ search, rota, from, to }: HandoverConditions): boolean {
  return search !== '' || rota !== null || from !== '' || to !== '';
}

/** Handovers of shifts that ran in the days. */
export function handoverFilter({ search, rota, from, to }: HandoverConditions) {
  return {
    ...(search !== '' && { search }),
    ...(rota !== null && { dutyRotaId: DutyRotaId.parse(rota) }),
    ...(from !== '' && { from: beginOf(from, 0) }),
    ...(to !== '' && { to: beginOf(to, 1) }),
  } satisfies BodyIn<typeof listHandovers>['filter'];
}

function beginOf(day: string, laterDays: number): string {
  const begin = new Date(`${day}T00:00:00`);
  begin.setDate(begin.getDate() + laterDays);
  return begin.toISOString();
}
