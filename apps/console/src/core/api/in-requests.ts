/** The server takes this many items in one request. */
const MAX_AT_ONCE = 1000;

/** Sends the items in as many requests as needed. The server applies all items of a request or none. */
export async function inRequests<Item>(
  items: readonly Item[],
  send: (some: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += MAX_AT_ONCE) await send(items.slice(at, at + MAX_AT_ONCE));
}
