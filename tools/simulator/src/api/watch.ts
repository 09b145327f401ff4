import type { ServerResponse } from 'node:http';
import { apiVersionOf } from '../kinds/object/kind.ts';
import type { StoredObject } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { type Change, ExpiredError } from '../world/collection.ts';
import type { Target } from './list.ts';
import { columnDefinitions, type IncludeObject, objectText, type Served, tableRow } from './objects.ts';
import type { ListQuery } from './query.ts';
import { matcherOf } from './selectors.ts';
import { type ApiError, expired, statusOf } from './status.ts';

/** A client with more unsent data is disconnected and must reconnect. */
const MAX_UNSENT_BYTES = 64 * 1024 * 1024;
const MIN_WATCH_SEC = 1800;
const BOOKMARK_MS = 60_000;

type Verdict = 'ADDED' | 'MODIFIED' | 'DELETED';

export interface WatchOptions {
  /** If absent, whole objects. Otherwise rows for kubectl. */
  readonly table: IncludeObject | undefined;
  readonly bookmarkMs?: number | undefined;
}

/**
 * Streams changes until the client, the time limit or the server ends it. Returns a function that ends it.
 */
export function startWatch<R extends StoredObject>(
  cluster: Cluster,
  source: Served<R>,
  target: Target,
  query: ListQuery,
  options: WatchOptions,
  response: ServerResponse,
): () => void {
  const { kind, objects } = source;
  const matches = matcherOf(kind, { ...target, ...query }, cluster.view());
  const writer = eventWriter(cluster, source, options, response);
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' });
  response.flushHeaders();

  function deliver(change: Change<R>): void {
    const verdict = verdictOn(change, matches);
    if (verdict) writer.change(verdict, change);
    if (response.writableLength > MAX_UNSENT_BYTES) end();
  }

  const wantsState =
    query.sendsInitialEvents || query.resourceVersion === undefined || query.resourceVersion === 0;
  if (wantsState) {
    for (const [key, record] of objects.at(cluster.store.versions.current, '')) {
      if (!matches || matches(record))
        writer.change('ADDED', { type: 'ADDED', key, rv: record.rv, object: record, before: undefined });
    }
    if (query.sendsInitialEvents) writer.bookmark(true);
  } else {
    try {
      for (const change of objects.since(query.resourceVersion ?? 0)) deliver(change);
    } catch (error) {
      if (!(error instanceof ExpiredError)) throw error;
      writer.error(expired(error.message));
      response.end();
      return () => {};
    }
  }
  const firstRv = query.resourceVersion ?? 0;
  const stopListening = objects.listen((change) => {
    if (change.rv > firstRv) deliver(change);
  });
  const timeoutSec = query.timeoutSec || MIN_WATCH_SEC * (1 + Math.random());
  const timer = setTimeout(() => {
    if (query.hasBookmarks) writer.bookmark(false);
    end();
  }, timeoutSec * 1000);
  const bookmarks = query.hasBookmarks
    ? setInterval(() => writer.bookmark(false), options.bookmarkMs ?? BOOKMARK_MS)
    : undefined;
  timer.unref();
  bookmarks?.unref();
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

/** An object that starts to match is added, one that no longer matches is deleted. */
function verdictOn<R>(change: Change<R>, matches: ((record: R) => boolean) | undefined): Verdict | undefined {
  if (!matches) return change.type;
  const did = change.before !== undefined && matches(change.before);
  const does = change.type !== 'DELETED' && matches(change.object);
  if (does) return did ? 'MODIFIED' : 'ADDED';
  return did ? 'DELETED' : undefined;
}

interface EventWriter<R> {
  change(verdict: Verdict, change: Change<R>): void;
  bookmark(endsInitialEvents: boolean): void;
  error(error: ApiError): void;
}

/** The text of a change is built once for all watches. */
const texts = new WeakMap<object, string>();

function eventWriter<R extends StoredObject>(
  cluster: Cluster,
  { kind }: Served<R>,
  options: WatchOptions,
  response: ServerResponse,
): EventWriter<R> {
  let hasColumns = false;
  function objectOf(change: Change<R>): string {
    const view = cluster.view();
    if (options.table !== undefined) {
      const table = {
        kind: 'Table',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: String(change.rv) },
        columnDefinitions: hasColumns ? null : columnDefinitions(kind),
        rows: [tableRow(kind, change.object, view, options.table)],
      };
      hasColumns = true;
      return JSON.stringify(table);
    }
    const known = texts.get(change);
    if (known !== undefined) return known;
    const text = objectText(kind, change.object, view);
    texts.set(change, text);
    // Current watches are served within this tick. Later ones are rare.
    queueMicrotask(() => texts.delete(change));
    return text;
  }
  return {
    change(verdict, change) {
      response.write(`{"type":"${verdict}","object":${objectOf(change)}}\n`);
    },
    bookmark(endsInitialEvents) {
      const metadata = {
        resourceVersion: String(cluster.store.versions.current),
        creationTimestamp: null,
        annotations: endsInitialEvents ? { 'k8s.io/initial-events-end': 'true' } : undefined,
      };
      const object =
        options.table === undefined
          ? { kind: kind.kind, apiVersion: apiVersionOf(kind.group), metadata }
          : {
              kind: 'Table',
              apiVersion: 'meta.k8s.io/v1',
              metadata: { resourceVersion: metadata.resourceVersion },
              columnDefinitions: null,
              rows: [],
            };
      response.write(`${JSON.stringify({ type: 'BOOKMARK', object })}\n`);
    },
    error(error) {
      response.write(`${JSON.stringify({ type: 'ERROR', object: statusOf(error) })}\n`);
    },
  };
}
