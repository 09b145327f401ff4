import { getSubGroup } from '@gwanje/contract/users/groups';
import { apiQuery } from '#core/api/query.ts';

/** Long enough to go back and forth between pages, short enough to see changes by other users. */
const FRESH_MS = 5_000;

export function subGroupQuery(subGroupId: number) {
  return apiQuery(getSubGroup, { params: { subGroupId } }, { staleMs: FRESH_MS });
}
