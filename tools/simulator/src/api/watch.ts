import type { ServerResponse } from 'node:http';
import { apiVersionOf } from '../kinds/object/kind.ts';
import type { StoredObject } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { ExpiredError } from '../world/collection.ts';
import type { ListQuery } from './list.ts';
import { objectText, type Served } from './objects.ts';
import { expired } from './status.ts';

/** A client with more unsent data is disconnected and must reconnect. */
const MAX_UNSENT_BYTES = 64 * 1024 * 1024;
const MIN_WATCH_SEC = 1800;

/**
 * Streams changes until the client, the time limit or the server ends it. Returns a function that ends it.
 */
export function startWatch<R extends StoredObject>(
  cluster: Cluster,
  { kind, objects }: Served<R>,
  query: ListQuery,
  bookmarkMs: number,
  response: ServerResponse,
): () => void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' });
  response.flushHeaders();

  function send(type: string, text: string): void {
    response.write(`{"type":"${type}","object":${text}}\n`);
  }
  function sendObject(type: string, object: R): void {
    send(type, objectText(kind, object, cluster));
  }
  function sendBookmark(): void {
    const metadata = { resourceVersion: String(cluster.store.versions.current), creationTimestamp: null };
    send('BOOKMARK', JSON.stringify({ kind: kind.kind, apiVersion: apiVersionOf(kind), metadata }));
  }

  const { resourceVersion: firstRv } = query;
  try {
    for (const { type, object } of objects.since(firstRv)) sendObject(type, object);
  } catch (error) {
    if (!(error instanceof ExpiredError)) throw error;
    send('ERROR', JSON.stringify(expired(error.message).status));
    response.end();
    return () => {};
  }
  const stopListening = objects.listen(({ type, rv, object }) => {
    if (rv > firstRv) sendObject(type, object);
    if (response.writableLength > MAX_UNSENT_BYTES) end();
  });
  const timeoutSec = query.timeoutSec || MIN_WATCH_SEC * (1 + Math.random());
  const timer = setTimeout(() => {
    if (query.hasBookmarks) sendBookmark();
    end();
  }, timeoutSec * 1000).unref();
  const bookmarks = query.hasBookmarks ? setInterval(sendBookmark, bookmarkMs).unref() : undefined;
  response.once('close', stop);
  function stop(): void {
    stopListening();
    clearTimeout(timer);
    clearInterval(bookmarks);
  }
  function end(): void {
    stop();
    response.end();
  }
  return end;
}
