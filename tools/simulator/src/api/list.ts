import { z } from 'zod';
import { apiVersionOf } from '../kinds/object/kind.ts';
import type { StoredObject } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { ExpiredError } from '../world/collection.ts';
import { itemText, type Served } from './objects.ts';
import { badRequest, expired } from './status.ts';

export type ListQuery = ReturnType<typeof parseListQuery>;

/** The options of a list or watch that the agent uses. */
export function parseListQuery(query: URLSearchParams) {
  for (const name of ['labelSelector', 'fieldSelector', 'resourceVersionMatch', 'sendInitialEvents'])
    if (query.get(name)) throw badRequest(`${name}: the simulator does not support it`);
  return {
    isWatch: isTrue(query.get('watch')),
    limit: count(query, 'limit'),
    continueText: query.get('continue') ?? '',
    /** Where a watch begins. A list always has the current version, or the version of its first page. */
    resourceVersion: count(query, 'resourceVersion'),
    hasBookmarks: isTrue(query.get('allowWatchBookmarks')),
    timeoutSec: count(query, 'timeoutSeconds'),
  };
}

function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1';
}

/** 0 means not set. */
function count(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  if (!/^[0-9]{0,12}$/.test(text)) throw badRequest(`${name}: Invalid value: "${text}"`);
  return Number(text);
}

/** The JSON of a list, or one page of it, at a single version. */
export function listText<R extends StoredObject>(
  cluster: Cluster,
  { kind, objects }: Served<R>,
  { limit, continueText }: ListQuery,
): string {
  const { rv, start } =
    continueText === ''
      ? { rv: cluster.store.versions.current, start: '' }
      : decodeContinue(continueText, cluster.store.versions.current);
  const items: string[] = [];
  let lastKey = '';
  let remaining = 0;
  try {
    for (const [key, record] of objects.at(rv, start)) {
      if (limit > 0 && items.length === limit) remaining += 1;
      else {
        items.push(itemText(kind, record, cluster));
        lastKey = key;
      }
    }
  } catch (error) {
    if (!(error instanceof ExpiredError)) throw error;
    throw expired(
      'The provided continue parameter is too old to display a consistent list result. You can start a new ' +
        'list without the continue parameter.',
    );
  }
  const metadata = JSON.stringify({
    resourceVersion: String(rv),
    continue: remaining === 0 ? undefined : encodeContinue(rv, lastKey),
    remainingItemCount: remaining || undefined,
  });
  return `{"kind":"${kind.kind}List","apiVersion":"${apiVersionOf(kind)}","metadata":${metadata},"items":[${items.join(',')}]}`;
}

/** The position of a paged list, in the format of a real API server. */
const ContinueToken = z.object({ v: z.literal('meta.k8s.io/v1'), rv: z.number(), start: z.string() });

function encodeContinue(rv: number, lastKey: string): string {
  const token = JSON.stringify({ v: 'meta.k8s.io/v1', rv, start: `${lastKey}\u0000` });
  return Buffer.from(token).toString('base64url');
}

function decodeContinue(text: string, maxRv: number): z.infer<typeof ContinueToken> {
  try {
    const token = ContinueToken.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (token.rv <= maxRv) return token;
  } catch {}
  throw badRequest('continue key is not valid: incorrect encoding for continue key');
}
