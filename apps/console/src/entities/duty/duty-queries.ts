import { getDutyNow, listDutyShifts } from '@gwanje/contract/duty/duty-calendar';
import { getRota, listRotas } from '@gwanje/contract/duty/duty-rotas';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';

/** Shifts follow the clock and the rota, which changes rarely: nothing in the stream makes them outdated. */
const fresh = { staleMs: 30_000, changesWith: [] } as const;

export const dutyNowQuery = apiQuery(getDutyNow, {}, fresh);

export const rotasQuery = apiQuery(listRotas, {}, fresh);

export function rotaQuery(dutyRotaId: number) {
  return apiQuery(getRota, { params: { dutyRotaId: String(dutyRotaId) } }, fresh);
}

/** The calendar of all rotas of the selected groups. */
export function dutyShiftsQuery(fromMs: number, toMs: number) {
  const [fromAt, toAt] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  return apiQuery(listDutyShifts, { body: { fromAt, toAt } }, fresh);
}

export async function invalidateDuty(): Promise<void> {
  await invalidate([getDutyNow, listRotas, getRota, listDutyShifts]);
}
