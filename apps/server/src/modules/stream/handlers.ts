import type { Handlers } from '../../http/call.ts';
import { openStream } from './open-stream.ts';

export const streamHandlers: Handlers<'openStream'> = {
  async openStream({ stream, live, scope, recheck, request }) {
    const header = request.headers['last-event-id'];
    const lastEventId = typeof header === 'string' ? header : undefined;
    return (response) => openStream({ hub: stream, live, scope, recheck, lastEventId }, response);
  },
};
