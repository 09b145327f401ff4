import { parsePart } from '@gwanje/backend/http/parse';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { Selection, SelectionText } from '@gwanje/contract/definition/fields';

/** The sub groups that the caller may see, and those that this call selects. */
export interface Scope {
  readonly allowed: ReadonlySet<number>;
  readonly selected: readonly number[];
}

const LIST = 'subGroupIdList';

export const NO_SCOPE: Scope = { allowed: new Set(), selected: [] };

/** The request from the HTTP server, not yet validated. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Parses address, query and body by the descriptor. `requested` is the global sub group list, if sent. */
export function parseRequest(endpoint: Endpoint, request: RawRequest) {
  const { query, body, requested } = takeSubGroupList(endpoint, request);
  return {
    requested,
    params: parsePart(endpoint.params, request.params),
    query: parsePart(endpoint.query, query),
    body: parsePart(endpoint.body, body ?? undefined),
  };
}

/** Removes the global sub group list from the query or body, as the descriptor declares, before parsing. */
function takeSubGroupList({ subGroupsIn }: Endpoint, { query, body }: Pick<RawRequest, 'query' | 'body'>) {
  const inBody = subGroupsIn === 'body';
  const part = inBody ? body : query;
  if (!isRecord(part) || !(LIST in part)) return { query, body, requested: undefined };
  const { [LIST]: list, ...rest } = part;
  if (inBody) return { query, body: rest, requested: parsePart(Selection, list, [LIST]) };
  // A call that does not use the selection ignores it.
  const requested = subGroupsIn === 'none' ? undefined : parsePart(SelectionText, list, [LIST]);
  return { query: rest, body, requested };
}

export function scopeOf(allowed: ReadonlySet<number>, requested: readonly number[] | undefined): Scope {
  if (!requested) return { allowed, selected: [...allowed] };
  const forbidden = requested.find((subGroupId) => !allowed.has(subGroupId));
  if (forbidden !== undefined) throw new AppError('subGroupNotAllowed', { subGroupId: forbidden });
  return { allowed, selected: [...new Set(requested)] };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
