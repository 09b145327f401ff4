import { TimeZone } from '@gwanje/contract/alarms/webhooks';
import { CalendarDate } from '@gwanje/contract/duty/duty-rotas';
import { ReportKind } from '@gwanje/contract/reports/report-content';
import { lastFinishedPeriod } from '@gwanje/domain/reports/report-periods';
import type { AddressText } from '#core/navigation/use-address.ts';
import type { ReportChoice } from './report-queries.ts';

/**
 * The first group when the address names none, and the last week that is over for invalid values. Null: the named group
 * cannot be seen, or there is none.
 */
export function reportChoice(
  search: AddressText,
  metaGroupIds: readonly number[],
  nowMs: number,
): ReportChoice | null {
  const asked = search.metaGroupId;
  const metaGroupId = asked === undefined ? metaGroupIds[0] : metaGroupIds.find((id) => String(id) === asked);
  if (metaGroupId === undefined) return null;
  const kind = ReportKind.safeParse(search.kind).data ?? 'weekly';
  const timeZone =
    TimeZone.safeParse(search.timeZone).data ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const date = CalendarDate.safeParse(search.date).data;
  return {
    metaGroupId,
    kind,
    timeZone,
    date: date ?? lastFinishedPeriod(kind, timeZone, nowMs).fromDate,
  };
}
