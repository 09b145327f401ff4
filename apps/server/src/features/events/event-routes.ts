import type { LiveState } from '../../live/live-state.ts';
import type { Routes } from '../../platform/http/call.ts';
import { listEventPage } from './event-repository.ts';

export const eventRoutes = {
  async listEvents({ db, live, scope, params, body, now }) {
    const hostIds = [...live.hostIds(new Set(scope.selected))];
    const page = await listEventPage(db, hostIds, { ...body, ...params });
    return { ...page, ...params, serverTime: now.toISOString() };
  },
} satisfies Routes<{ live: LiveState }>;
