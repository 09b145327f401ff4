import type { ServerResponse } from 'node:http';
import { AppError } from '@gwanje/contract/definition/errors';
import type { LiveState } from '../../live/live-state.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import type { Scope } from '../../platform/http/identity/scope.ts';
import { STREAMS_PER_OWNER, type StreamHub } from '../../platform/stream/hub.ts';
import { onClosed } from '../../platform/stream/on-closed.ts';

const RETRY_AFTER_S = 15;

export const streamRoutes = {
  async openStream({ stream, live, scope, recheck, request, user, view, session, wallboard }) {
    // A wallboard or token does not use up the streams of its creator. A view as another user counts for the admin.
    const { userNo } = view?.by ?? user;
    const owner = session
      ? `user ${userNo}`
      : wallboard
        ? `wallboard ${wallboard.wallboardKeyId}`
        : `tokens of ${userNo}`;
    // Existing streams stay: if the oldest were cut, its browser would reconnect and cut another.
    if (stream.countOf(owner) >= STREAMS_PER_OWNER)
      throw new AppError('tooManyRequests', {
        reason: 'streams',
        limit: STREAMS_PER_OWNER,
        retryAfterS: RETRY_AFTER_S,
      });
    const header = request.headers['last-event-id'];
    const lastEventId = typeof header === 'string' ? header : undefined;
    return (response) => openStream({ hub: stream, live, scope, recheck, owner, lastEventId }, response);
  },
} satisfies Routes<{ live: LiveState; stream: StreamHub }>;

export const RECHECK_MS = 4000;
export const PING_MS = 15_000;
/** A client this far behind does not read: the server cuts it, and it replays after it reconnects. */
const MAX_UNREAD_BYTES = 1024 * 1024;

interface StreamSource {
  readonly hub: StreamHub;
  readonly live: LiveState;
  readonly scope: Scope;
  readonly owner: string;
  /** The scope as it is now; null when the session or the rights to the selection are gone. */
  readonly recheck: Call['recheck'];
  readonly lastEventId: string | undefined;
}

/** Rechecks rights every few seconds: a caller who loses access is cut; new access applies from then on. */
function openStream(source: StreamSource, response: ServerResponse): void {
  let hostIds = source.live.hostIds(new Set(source.scope.selected));
  const joined = source.hub.join(
    {
      owner: source.owner,
      sees: (hostId) => hostIds.has(hostId),
      send(message) {
        if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
        else response.write(message);
      },
    },
    source.lastEventId,
  );
  const ping = setInterval(() => response.write(': ping\n\n'), PING_MS);
  const recheck = setInterval(async () => {
    // An unavailable database does not cut the stream for five minutes; an ended session does at once.
    const now = await source.recheck().catch(() => undefined);
    if (now === null) response.end();
    else if (now) hostIds = source.live.hostIds(new Set(now.scope.selected));
  }, RECHECK_MS);
  onClosed(response, () => {
    clearInterval(ping);
    clearInterval(recheck);
    joined[Symbol.dispose]();
  });
}
