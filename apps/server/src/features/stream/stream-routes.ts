import { AppError } from '@gwanje/contract/definition/errors';
import type { LiveState } from '../../live/live-state.ts';
import type { Handlers } from '../../platform/http/call.ts';
import type { StreamHub } from '../../platform/stream/hub.ts';
import { STREAMS_PER_USER } from '../../platform/stream/hub.ts';
import { openStream } from './open-stream.ts';

const RETRY_AFTER_S = 15;

interface Needs {
  readonly live: LiveState;
  readonly stream: StreamHub;
}

export const streamRoutes: Handlers<'openStream', Needs> = {
  async openStream({ stream, live, scope, recheck, request, user, view }) {
    // While an admin views as another user, streams count for the admin.
    const { userNo } = view?.by ?? user;
    // Existing streams stay: if the oldest were cut, its browser would reconnect and cut another.
    if (stream.countOf(userNo) >= STREAMS_PER_USER)
      throw new AppError('tooManyRequests', {
        reason: 'streams',
        limit: STREAMS_PER_USER,
        retryAfterS: RETRY_AFTER_S,
      });
    const header = request.headers['last-event-id'];
    const lastEventId = typeof header === 'string' ? header : undefined;
    return (response) => openStream({ hub: stream, live, scope, recheck, userNo, lastEventId }, response);
  },
};
