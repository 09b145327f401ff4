/** One JSON value in a cache of the browser, which the page and the service worker share. */
export interface JsonCache<Value> {
  readonly read: () => Promise<Value | undefined>;
  readonly write: (value: Value) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Only a page over HTTPS, or of this machine, has caches; elsewhere nothing is stored. */
export function jsonCache<Value>(name: string, path: string): JsonCache<Value> {
  const hasCaches = typeof caches !== 'undefined';
  return {
    async read() {
      const stored = hasCaches ? await caches.match(path, { cacheName: name }) : undefined;
      return stored && ((await stored.json()) as Value);
    },
    async write(value) {
      if (hasCaches) await (await caches.open(name)).put(path, Response.json(value));
    },
    async remove() {
      if (hasCaches) await caches.delete(name);
    },
  };
}
