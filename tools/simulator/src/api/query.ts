import { badRequest } from './status.ts';

/** The parsed options of a list or watch. */
export interface ListQuery {
  readonly isWatch: boolean;
  readonly limit: number;
  readonly continueText: string;
  readonly resourceVersion: number | undefined;
  readonly match: '' | 'Exact' | 'NotOlderThan';
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly hasBookmarks: boolean;
  readonly sendsInitialEvents: boolean;
  readonly timeoutSec: number | undefined;
}

export function parseListQuery(query: URLSearchParams): ListQuery {
  const match = query.get('resourceVersionMatch') ?? '';
  if (match !== '' && match !== 'Exact' && match !== 'NotOlderThan')
    throw badRequest(`resourceVersionMatch: Unsupported value: "${match}"`);
  const rv = query.get('resourceVersion') ?? '';
  if (!/^[0-9]*$/.test(rv)) throw badRequest(`invalid resource version: Invalid value: "${rv}"`);
  return {
    isWatch: isTrue(query.get('watch')),
    limit: count(query, 'limit') ?? 0,
    continueText: query.get('continue') ?? '',
    resourceVersion: rv === '' ? undefined : Number(rv),
    match,
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    hasBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendsInitialEvents: isTrue(query.get('sendInitialEvents')),
    timeoutSec: count(query, 'timeoutSeconds'),
  };
}

function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1';
}

function count(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^[0-9]{1,9}$/.test(text)) throw badRequest(`${name}: Invalid value: "${text}"`);
  return Number(text);
}
