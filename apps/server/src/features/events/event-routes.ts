import { eventLevels } from '@gwanje/contract/clusters/states';
import type { LiveState } from '../../live/live-state.ts';
import type { Handlers } from '../../platform/http/call.ts';
import { countEvents, listEventRows } from './event-repository.ts';

interface Needs {
  readonly live: LiveState;
}

export const eventRoutes: Handlers<'listEvents', Needs> = {
  async listEvents({ db, live, scope, params, body, now }) {
    const hostIds = [...live.hostIds(new Set(scope.selected))];
    const counted = await countEvents(db, hostIds, body.filter);
    const rows = await listEventRows(db, hostIds, body, params);
    return {
      ...counted,
      ...params,
      serverTime: now.toISOString(),
      list: rows.map((row) => ({
        ...row,
        level: eventLevels.find((level) => level === row.level) ?? 'warning',
        firstAt: row.firstAt.toISOString(),
        lastAt: row.lastAt.toISOString(),
      })),
    };
  },
};
