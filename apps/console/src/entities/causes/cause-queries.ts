import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { ObjectId } from '@gwanje/contract/definition/fields';
import {
  type CauseKind,
  getAlarmCauses,
  MAX_CAUSE_RANGE_MS,
  queryObjectCauses,
} from '@gwanje/kinds/calls/causes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api/client.ts';
import { apiKey, apiQuery } from '#core/api/query.ts';

export type Causes = ResponseOf<typeof getAlarmCauses>;

const FRESH_MS = 60_000;
/** What was before an alarm or in a range rarely changes: late reports, new memos. Samples are no causes. */
const refreshing = { changesWith: ['node', 'workload', 'event', 'alarm'], everyIntervals: 2 } as const;

export function alarmCausesQuery(alarmId: number) {
  return apiQuery(
    getAlarmCauses,
    { params: { alarmId: String(alarmId) } },
    { staleMs: FRESH_MS, ...refreshing },
  );
}

interface ObjectRange {
  readonly kind: CauseKind;
  readonly id: number;
  /** Names the chosen range: 'the last hour' stays the same query while time passes. */
  readonly choice: unknown;
  readonly range: () => { readonly fromMs: number; readonly toMs: number };
}

/** Of a longer range, the last day. */
export function objectCausesQuery({ kind, id, choice, range }: ObjectRange) {
  return queryOptions({
    queryKey: [...apiKey(queryObjectCauses), { kind, id, choice }],
    queryFn: ({ signal }) => {
      const { fromMs, toMs } = range();
      const from = new Date(Math.max(fromMs, toMs - MAX_CAUSE_RANGE_MS)).toISOString();
      const body = { kind, id: ObjectId.parse(id), from, to: new Date(toMs).toISOString() };
      return call(queryObjectCauses, { body, signal });
    },
    staleTime: FRESH_MS,
    meta: { isOfGroups: true, ...refreshing },
  });
}
