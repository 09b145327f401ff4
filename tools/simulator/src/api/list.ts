import { z } from 'zod';
import { apiVersionOf } from '../kinds/object/kind.ts';
import type { StoredObject } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { type Collection, ExpiredError } from '../world/collection.ts';
import { itemText, type Served } from './objects.ts';
import { ApiError, badRequest, expired } from './status.ts';

export type ListQuery = ReturnType<typeof parseListQuery>;

/** The options of a list or watch. */
export function parseListQuery(query: URLSearchParams) {
  for (const name of ['labelSelector', 'fieldSelector'])
    if (query.get(name)) throw badRequest(`${name}: the simulator supports no selectors`);
  const match = query.get('resourceVersionMatch') ?? '';
  if (match !== '' && match !== 'Exact' && match !== 'NotOlderThan')
    throw badRequest(`resourceVersionMatch: Unsupported value: "${match}"`);
  const rv = query.get('resourceVersion') ?? '';
  if (!/^[0-9]*$/.test(rv)) throw badRequest(`invalid resource version: Invalid value: "${rv}"`);
  return {
    isWatch: isTrue(query.get('watch')),
    limit: count(query, 'limit'),
    continueText: query.get('continue') ?? '',
    resourceVersion: rv === '' ? undefined : Number(rv),
    match,
    hasBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendsInitialEvents: isTrue(query.get('sendInitialEvents')),
    timeoutSec: count(query, 'timeoutSeconds'),
  };
}

function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1';
}

/** 0 means not set. */
function count(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  if (!/^[0-9]{0,9}$/.test(text)) throw badRequest(`${name}: Invalid value: "${text}"`);
  return Number(text);
}

/** The JSON of a list, or one page of it, at a single version. */
export function listText<R extends StoredObject>(
  cluster: Cluster,
  { kind, objects }: Served<R>,
  namespace: string,
  query: ListQuery,
): string {
  const { rv, fromKey } = startOf(cluster, objects, query);
  const view = cluster.view();
  const items: string[] = [];
  let lastKey = '';
  let remaining = 0;
  try {
    for (const [key, record] of objects.at(rv, fromKey)) {
      if (namespace !== '' && record.namespace !== namespace) continue;
      if (query.limit > 0 && items.length === query.limit) remaining += 1;
      else {
        items.push(itemText(kind, record, view));
        lastKey = key;
      }
    }
  } catch (error) {
    throw error instanceof ExpiredError ? tooOld(query) : error;
  }
  const metadata = JSON.stringify({
    resourceVersion: String(rv),
    continue: remaining === 0 ? undefined : encodeContinue(rv, lastKey),
    remainingItemCount: remaining || undefined,
  });
  return `{"kind":"${kind.kind}List","apiVersion":"${apiVersionOf(kind.group)}","metadata":${metadata},"items":[${items.join(',')}]}`;
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
    const { rv, start } = decodeContinue(query.continueText);
    if (rv > currentRv) throw badRequest('continue key is not valid: it is from the future');
    return { rv: rv < 0 ? currentRv : rv, fromKey: start };
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
    if (resourceVersion < objects.oldestRv) throw tooOld(query);
    return { rv: resourceVersion, fromKey: '' };
  }
  return { rv: currentRv, fromKey: '' };
}

function tooOld(query: ListQuery): ApiError {
  if (query.continueText === '') return expired('The resourceVersion for the provided list is too old.');
  return expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list ' +
      'without the continue parameter, or use the continue token in this response to retrieve the remainder of the ' +
      'results. Continuing with the provided token results in an inconsistent list - objects that were created, ' +
      'modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    encodeContinue(-1, decodeContinue(query.continueText).start.replace(/\0$/, '')),
  );
}

/** The position of a paged list, in the format of a real API server. Version -1: continues with the current objects. */
const ContinueToken = z.object({ v: z.literal('meta.k8s.io/v1'), rv: z.number(), start: z.string() });

function encodeContinue(rv: number, lastKey: string): string {
  const token = JSON.stringify({ v: 'meta.k8s.io/v1', rv, start: `${lastKey}\u0000` });
  return Buffer.from(token).toString('base64url');
}

function decodeContinue(text: string): z.infer<typeof ContinueToken> {
  try {
    return ContinueToken.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw badRequest('continue key is not valid: incorrect encoding for continue key');
  }
}
