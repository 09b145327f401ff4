import { listAlarms } from '@gwanje/contract/alarms/alarms';
import type { HostId } from '@gwanje/contract/definition/ids';
import { confirmLevels } from '@gwanje/domain/mappings/alarm';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';

const { occurred, acknowledged, handled } = confirmLevels;
const FRESH_MS = 2_000;
const MOST = 50;

/** Open alarms, newest first; a caused alarm comes with its cause. `hostIds` null: all selected groups. */
export function alarmFeedQuery(hostIds: readonly HostId[] | null) {
  const filter = {
    confirmLevel: [occurred, acknowledged, handled],
    isFolded: false,
    ...(hostIds && { hostId: [...hostIds] }),
  };
  return queryOptions({
    queryKey: [...apiKey(listAlarms), 'feed', hostIds],
    queryFn: ({ signal }) =>
      call(listAlarms, {
        params: { pageNo: 1, pageCnt: MOST },
        body: { filter, orderBy: ['-lastOccurredAt'] },
        signal,
      }),
    staleTime: FRESH_MS,
    meta: { isOfGroups: true },
  });
}
