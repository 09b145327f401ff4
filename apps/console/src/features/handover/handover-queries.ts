import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import {
  getHandover,
  getHandoverDraft,
  listDueHandovers,
  listHandovers,
} from '@gwanje/contract/duty/handovers';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';

const fresh = { staleMs: 10_000, changesWith: [] } as const;

export type ShiftOfDay = Omit<BodyOf<typeof getHandoverDraft>, '_method'>;

export const dueQuery = apiQuery(listDueHandovers, {}, fresh);

/** A draft names the alarms of the moment. */
export function draftQuery(shift: ShiftOfDay) {
  return apiQuery(
    getHandoverDraft,
    { body: shift },
    { staleMs: 10_000, changesWith: ['alarm'], everyIntervals: 4 },
  );
}

export function handoverQuery(handoverId: number) {
  return apiQuery(getHandover, { params: { handoverId: String(handoverId) } }, fresh);
}

export async function invalidateHandovers(): Promise<void> {
  await invalidate([listDueHandovers, getHandoverDraft, getHandover, listHandovers]);
}
