import { checkClusterInsert, listClusterTokens } from '@gwanje/contract/clusters/clusters';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { apiQuery } from '#core/api/query.ts';

export type InstallCheck = ResponseOf<typeof checkClusterInsert>;

/** Never cached: the user opens the page because something is about to change. */
export function installQuery(hostId: number) {
  return apiQuery(checkClusterInsert, { params: { hostId } }, { staleMs: 0 });
}

export function tokensQuery(hostId: number) {
  return apiQuery(listClusterTokens, { params: { hostId } }, { staleMs: 0 });
}
