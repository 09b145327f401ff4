import { listTemplates } from '@gwanje/contract/alarms/alarm-templates';
import { MAX_PAGE_CNT } from '@gwanje/contract/definition/fields';
import { apiQuery } from '#core/api/query.ts';

/** All templates that the user can choose from. */
export const templatesQuery = apiQuery(
  listTemplates,
  { params: { pageNo: 1, pageCnt: MAX_PAGE_CNT }, body: { orderBy: ['name'] } },
  { staleMs: 30_000 },
);
