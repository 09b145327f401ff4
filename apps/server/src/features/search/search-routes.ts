import type { LiveState } from '../../live/live-state.ts';
import type { Routes } from '../../platform/http/call.ts';
import { findDeleted } from './deleted-object-repository.ts';

const DEFAULT_LIMIT = 50;

/** Existing objects come from memory; deleted objects fill the rest of the limit. */
export const searchRoutes = {
  async search({ db, live, scope, query, now }) {
    const text = query.q.trim();
    const limit = query.limit ?? DEFAULT_LIMIT;
    if (text === '') return { list: [], totalCnt: 0 };
    await live.prepareTexts(text);
    const hostIds = live.hostIds(new Set(scope.selected));
    const found =
      query.gone === 'only' ? { list: [], totalCnt: 0 } : live.search(text, hostIds, limit, now.getTime());
    const room = query.gone === 'without' ? 0 : limit - found.list.length;
    const deleted = room > 0 ? await findDeleted(db, text, hostIds, room) : [];
    return { list: [...found.list, ...deleted], totalCnt: found.totalCnt + deleted.length };
  },
} satisfies Routes<{ live: LiveState }>;
