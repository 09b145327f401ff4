import type { ReportKind } from '@gwanje/contract/reports/report-content';
import { getReport, listReportSchedules } from '@gwanje/contract/reports/report-schedules';
import { apiQuery } from '#core/api/query.ts';

/** A report reads much, and a running period changes slowly: it is loaded once and on request. */
const fresh = { staleMs: 10 * 60_000, changesWith: [] } as const;

export interface ReportChoice {
  readonly metaGroupId: number;
  readonly kind: ReportKind;
  readonly date: string;
  readonly timeZone: string;
}

export function reportQuery({ metaGroupId, ...query }: ReportChoice) {
  return apiQuery(getReport, { params: { metaGroupId: String(metaGroupId) }, query }, fresh);
}

export const schedulesQuery = apiQuery(listReportSchedules, {}, { staleMs: 5000, changesWith: [] });
