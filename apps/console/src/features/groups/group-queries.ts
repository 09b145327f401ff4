import { getSubGroup, listMetaGroups, listSubGroups } from '@gwanje/contract/users/groups';
import type { ListPage } from '#components/table/page-address.ts';
import { apiQuery } from '#core/api/query.ts';

/** Long enough to go back and forth between pages, short enough to see changes by other users. */
const FRESH_MS = 5_000;

export function metaGroupsQuery(page: ListPage) {
  return apiQuery(listMetaGroups, { params: page }, { staleMs: FRESH_MS });
}

export function subGroupsQuery(metaGroupId: number, page: ListPage) {
  return apiQuery(listSubGroups, { params: { metaGroupId, ...page } }, { staleMs: FRESH_MS });
}

export function subGroupQuery(subGroupId: number) {
  return apiQuery(getSubGroup, { params: { subGroupId } }, { staleMs: FRESH_MS });
}
