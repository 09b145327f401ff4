import { API_PREFIX, buildPath, type Endpoint } from '@gwanje/contract/definition/endpoint';
import { UNATTENDED_HEADER } from '@gwanje/contract/users/session';
import { z } from 'zod';

/** A call's input without the endpoint's types. */
export interface RequestInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly form?: FormData | undefined;
}

export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
}

/** `subGroupIds` null: the endpoint takes no group list. An empty list is never sent. */
export function prepareRequest(
  endpoint: Endpoint,
  input: RequestInput,
  subGroupIds: readonly number[] | null,
  idempotencyKey: string | null,
  isUnattended = false,
): PreparedRequest {
  const isListed = subGroupIds !== null && subGroupIds.length > 0;
  const inQuery = isListed && endpoint.subGroupsIn === 'query' ? subGroupIds : [];
  const inBody = isListed && endpoint.subGroupsIn === 'body' ? subGroupIds : [];
  const body = bodyOf(endpoint, input, inBody);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  if (isUnattended) headers[UNATTENDED_HEADER] = '1';
  if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey;
  return {
    url: `${API_PREFIX}${buildPath(endpoint.path, { ...input.params })}${queryText(input.query, inQuery)}`,
    method: endpoint.method,
    headers,
    body,
  };
}

/** The first required parameter of the address or the body that is missing. */
export function missingParameter(endpoint: Endpoint, input: RequestInput): string | null {
  const params = new Map<string, unknown>(Object.entries(input.params ?? {}));
  const inAddress = [...endpoint.path.matchAll(/:([A-Za-z]+)/g)]
    .map(([, name = '']) => name)
    .find((name) => isEmpty(params.get(name)));
  return inAddress ?? missingInBody(endpoint.body, input.body);
}

export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    Number.isNaN(value) ||
    (Array.isArray(value) && value.length === 0)
  );
}

function missingInBody(schema: unknown, body: unknown): string | null {
  if (schema instanceof z.ZodArray && Array.isArray(body)) {
    for (const item of body) {
      const missing = missingInBody(schema.element, item);
      if (missing !== null) return missing;
    }
    return null;
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const fields = new Map<string, unknown>(Object.entries(body ?? {}));
  const missing = Object.entries(schema.shape).find(([name, field]) => {
    const value = fields.get(name) ?? undefined;
    return value === undefined && !z.safeParse(field, fields.get(name)).success;
  });
  return missing?.[0] ?? null;
}

function bodyOf(
  endpoint: Endpoint,
  input: RequestInput,
  subGroupIds: readonly number[],
): string | FormData | null {
  if (endpoint.bodyKind === 'multipart') return input.form ?? new FormData();
  if (endpoint.bodyKind === 'none') return null;
  if (Array.isArray(input.body)) return JSON.stringify(input.body);
  const isMarkedRead = endpoint.read && endpoint.method === 'POST';
  const body = isMarkedRead ? withoutEmptyValues(input.body) : { ...toObject(input.body) };
  return JSON.stringify({
    ...(isMarkedRead && { _method: 'get' }),
    ...body,
    ...(subGroupIds.length > 0 && { subGroupIdList: subGroupIds }),
  });
}

/** Removes empty values from a list query and its filter: the server would read them as conditions. */
function withoutEmptyValues(payload: unknown): Record<string, unknown> {
  const { filter, ...rest } = { filter: undefined, ...toObject(payload) };
  const kept = droppingEmpty(toObject(filter));
  return { ...droppingEmpty(rest), ...(Object.keys(kept).length > 0 && { filter: kept }) };
}

function droppingEmpty(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function queryText(query: object | undefined, subGroupIds: readonly number[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(droppingEmpty(query ?? {}))) search.set(name, String(value));
  if (subGroupIds.length > 0) search.set('subGroupIdList', subGroupIds.join(','));
  // A comma needs no escape in a query. `%2C` would make an address with hundreds of ids much longer.
  const text = search.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}
