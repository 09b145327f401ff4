import { checkClusterInsert, listClusterTokens } from '@gwanje/contract/clusters/clusters';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { apiQuery } from '#core/api/query.ts';

export type InstallCheck = ResponseOf<typeof checkClusterInsert>;

const fresh = { staleMs: 0, changesWith: ['sample', 'state'] } as const;

/** Never cached: users open the page during an installation, while its state changes. */
export function installQuery(hostId: number) {
  return apiQuery(checkClusterInsert, { params: { hostId } }, fresh);
}

export function tokensQuery(hostId: number) {
  return apiQuery(listClusterTokens, { params: { hostId } }, fresh);
}
