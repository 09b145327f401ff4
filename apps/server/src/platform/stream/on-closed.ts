import type { ServerResponse } from 'node:http';

/**
 * Calls when the connection of a stream has ended. The client may have gone while the call was prepared: the event is then
 * over, so the call comes at once.
 */
export function onClosed(response: ServerResponse, end: () => void): void {
  if (response.closed) end();
  else response.once('close', end);
}
