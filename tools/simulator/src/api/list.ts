import { apiVersionOf } from '../kinds/object/kind.ts';
import type { StoredObject } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { type Collection, ExpiredError } from '../world/collection.ts';
import { columnDefinitions, type IncludeObject, itemText, type Served, tableRow } from './objects.ts';
import type { ListQuery } from './query.ts';
import { matcherOf } from './selectors.ts';
import { ApiError, badRequest, expired } from './status.ts';

interface Page<R> {
  readonly records: R[];
  readonly rv: number;
  readonly continueText: string | undefined;
  readonly remaining: number | undefined;
}

export interface Target {
  readonly namespace: string;
  readonly name: string;
}

/** A list, or one page of it, at a single version. */
function readPage<R extends StoredObject>(
  cluster: Cluster,
  { kind, objects }: Served<R>,
  target: Target,
  query: ListQuery,
): Page<R> {
  const view = cluster.view();
  const matches = matcherOf(kind, { ...target, ...query }, view);
  const { rv, fromKey } = startOf(cluster, objects, query);
  const hasSelectors = query.labelSelector !== '' || query.fieldSelector !== '';
  const records: R[] = [];
  let lastKey = '';
  let remaining = 0;
  let continueText: string | undefined;
  try {
    for (const [key, record] of objects.at(rv, fromKey)) {
      if (matches && !matches(record)) continue;
      if (query.limit > 0 && records.length === query.limit) {
        continueText ??= encodeContinue(rv, lastKey);
        remaining += 1;
        if (hasSelectors) break;
        continue;
      }
      records.push(record);
      lastKey = key;
    }
  } catch (error) {
    throw error instanceof ExpiredError ? tooOld(query) : error;
  }
  return {
    records,
    rv,
    continueText,
    // With a selector the server would have to read all objects to know the number.
    remaining: continueText !== undefined && !hasSelectors ? remaining : undefined,
  };
}

function startOf<R extends StoredObject>(
  cluster: Cluster,
  objects: Collection<R>,
  query: ListQuery,
): { rv: number; fromKey: string } {
  const currentRv = cluster.store.versions.current;
  const { resourceVersion, match } = query;
  if (query.continueText !== '') {
    if (resourceVersion !== undefined && resourceVersion !== 0)
      throw badRequest('specifying resource version is not allowed when using continue');
    const token = decodeContinue(query.continueText);
    if (token.rv > currentRv) throw badRequest('continue key is not valid: it is from the future');
    return { rv: token.rv < 0 ? currentRv : token.rv, fromKey: token.fromKey };
  }
  if (match !== '' && resourceVersion === undefined)
    throw badRequest('resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (resourceVersion !== undefined && resourceVersion > currentRv)
    throw new ApiError(
      504,
      'Timeout',
      `Too large resource version: ${resourceVersion}, current: ${currentRv}`,
      {
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        retryAfterSeconds: 1,
      },
    );
  const isExact = match === 'Exact' || (match === '' && query.limit > 0 && (resourceVersion ?? 0) > 0);
  if (isExact && resourceVersion !== undefined) {
    if (resourceVersion === 0)
      throw badRequest('resourceVersionMatch "Exact" is forbidden for resourceVersion "0"');
    if (resourceVersion < objects.oldestRv)
      throw expired('The resourceVersion for the provided list is too old.');
    return { rv: resourceVersion, fromKey: '' };
  }
  return { rv: currentRv, fromKey: '' };
}

function tooOld(query: ListQuery): ApiError {
  if (query.continueText === '') return expired('The resourceVersion for the provided list is too old.');
  const { fromKey } = decodeContinue(query.continueText);
  return expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list ' +
      'without the continue parameter, or use the continue token in this response to retrieve the remainder of the ' +
      'results. Continuing with the provided token results in an inconsistent list - objects that were created, ' +
      'modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    encodeContinue(-1, fromKey.replace(/\0$/, '')),
  );
}

export function listText<R extends StoredObject>(
  cluster: Cluster,
  source: Served<R>,
  target: Target,
  query: ListQuery,
): string {
  const { kind } = source;
  const page = readPage(cluster, source, target, query);
  const view = cluster.view();
  const items = page.records.map((record) => itemText(kind, record, view));
  const metadata = JSON.stringify(listMetadata(page));
  return `{"kind":"${kind.kind}List","apiVersion":"${apiVersionOf(kind.group)}","metadata":${metadata},"items":[${items.join(',')}]}`;
}

function listMetadata(page: Page<unknown>) {
  return {
    resourceVersion: String(page.rv),
    continue: page.continueText,
    remainingItemCount: page.remaining,
  };
}

/** The table that kubectl prints: columns and cells instead of objects. */
export function listTable<R extends StoredObject>(
  cluster: Cluster,
  source: Served<R>,
  target: Target,
  query: ListQuery,
  include: IncludeObject,
): string {
  const page = readPage(cluster, source, target, query);
  const view = cluster.view();
  return JSON.stringify({
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: listMetadata(page),
    columnDefinitions: columnDefinitions(source.kind),
    rows: page.records.map((record) => tableRow(source.kind, record, view, include)),
  });
}

/** The position of a paged list, in the format of a real API server. */
export interface ContinueToken {
  /** -1: the list continues with the current objects. */
  readonly rv: number;
  readonly fromKey: string;
}

export function encodeContinue(rv: number, lastKey: string): string {
  const token = JSON.stringify({ v: 'meta.k8s.io/v1', rv, start: `${lastKey}\u0000` });
  return Buffer.from(token).toString('base64url');
}

export function decodeContinue(text: string): ContinueToken {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (
      typeof parsed === 'object' &&
      parsed !== null &&
      'v' in parsed &&
      parsed.v === 'meta.k8s.io/v1' &&
      'rv' in parsed &&
      typeof parsed.rv === 'number' &&
      'start' in parsed &&
      typeof parsed.start === 'string'
    )
      return { rv: parsed.rv, fromKey: parsed.start };
  } catch {
    // Not JSON: refused below like any other invalid token.
  }
  throw badRequest('continue key is not valid: incorrect encoding for continue key');
}
