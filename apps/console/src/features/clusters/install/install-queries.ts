import { checkClusterInsert, listClusterTokens } from '@gwanje/contract/clusters';
import type { ResponseOf } from '@gwanje/contract/endpoint';
import { apiQuery } from '#core/api/query.ts';

export type InstallCheck = ResponseOf<typeof checkClusterInsert>;

/** Always asked for anew: it is looked at because something is about to change. */
export function installQuery(hostId: number) {
  return apiQuery(checkClusterInsert, { params: { hostId } }, { staleMs: 0 });
}

export function tokensQuery(hostId: number) {
  return apiQuery(listClusterTokens, { params: { hostId } }, { staleMs: 0 });
}
