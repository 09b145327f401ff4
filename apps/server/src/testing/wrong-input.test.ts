import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { AppError, errors } from '@gwanje/contract/definition/errors';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { describe, expect, it } from 'vitest';
import { parseRequest } from '../platform/http/identity/scope.ts';
import type { World } from './example-world.ts';
import { examples } from './examples.ts';
import type { TestRequest } from './test-app.ts';

/* Each case changes one thing in a valid request, so that only this thing can cause the error. */

const MISSING: number = errors.missingParameter.code;
const INVALID: number = errors.invalidParameter.code;
const names = Object.keys(endpoints) as EndpointName[];
const PAST = '2026-11-14T00:00:00.000Z';
const AT = '2026-11-15T00:00:00.000Z';

/** Every id is 1, names and times are fixed: a schema only checks the shape. */
const world = new Proxy({} as World, {
  get: (_, key) => {
    if (key === 'newName') return 'new-name';
    if (key === 'past') return PAST;
    if (key === 'now') return AT;
    if (key === 'deliveryId') return '00000000-0000-4000-8000-000000000000';
    return key === 'collected' ? new Proxy({}, { get: () => 1 }) : 1;
  },
});

interface Refused {
  readonly caseName: string;
  readonly request: TestRequest;
  readonly code: number;
  /** The field that the error names. */
  readonly field?: string;
}

/** The request as the HTTP server passes it: params and query are texts. */
function parse(endpoint: Endpoint, { params = {}, query = {}, body }: TestRequest): void {
  const texts = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
  parseRequest(endpoint, { params: texts(params), query: texts(query), body });
}

function expectRefusals(endpoint: Endpoint, cases: readonly Refused[]): void {
  for (const { caseName, request, code, field } of cases) {
    let error: unknown;
    try {
      parse(endpoint, request);
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof AppError)) throw new Error(`${caseName} was accepted`, { cause: error });
    expect(error.spec.code, `${caseName}: ${JSON.stringify(error.detail)}`).toBe(code);
    if (field !== undefined) expect(error.detail.field, caseName).toBe(field);
  }
}

const WRONG_IDS = [
  ...'0 -1 01 1e1 1.0 +1 0x1 abc 2147483648'.split(' '),
  ...[' 1', '1;drop table cluster', '9'.repeat(30), '\0'],
];
const WRONG_NAMES = [' ', 'x'.repeat(51), 'x'.repeat(600), 'a\nb', 'a\0b', '\u202Eabc', '\u200B', '\u3164'];

function wrongParams(endpoint: Endpoint, request: TestRequest): Refused[] {
  return Object.keys(request.params ?? {}).flatMap((name) => {
    const wrong =
      name === 'name' ? WRONG_NAMES : name === 'type' ? ['1abc', 'a/b', 'x'.repeat(65), '\0'] : WRONG_IDS;
    const tooMany = name === 'pageCnt' ? ['1001'] : name === 'pageNo' ? ['1000000001'] : [];
    const lists = name === 'ids' ? ['1,1', '1,', ',1', '1,x', '1,-2'] : [];
    // This call checks whether a user id is well formed.
    const values = endpoint.path.includes('/user/check/') ? ['\0'] : [...wrong, ...tooMany, ...lists];
    return values.map((value) => ({
      caseName: `${name} = ${JSON.stringify(value)}`,
      request: { ...request, params: { ...request.params, [name]: value } },
      code: INVALID,
    }));
  });
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Every path in the body, with its value. */
function places(value: Json, path: readonly string[] = []): { path: readonly string[]; value: Json }[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => places(part, [...path, key]))
      : [];
  return [{ path, value }, ...inner];
}

/** A copy with another value at the path; `undefined` leaves the field out. */
function changed(value: Json, path: readonly string[], to: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === key ? (changed(part, rest, to) ?? null) : part));
  if (typeof value !== 'object' || value === null) throw new Error(`nothing at ${key}`);
  const { [key]: old, ...others } = value;
  const next = changed(old ?? null, rest, to);
  return next === undefined ? others : { ...others, [key]: next };
}

function wrongValuesFor(value: Json): Json[] {
  if (typeof value === 'number')
    return ['1', -1, 0, 1.5, 1e30, Number.MAX_SAFE_INTEGER, true, null, [], {}, [1]];
  if (typeof value === 'string') return [1, true, {}, [], ['x'], 'x\0y', '\uD800', 'x'.repeat(100_000)];
  if (typeof value === 'boolean') return ['true', 1, 0, null, [], {}];
  if (Array.isArray(value))
    return [{}, 'x', 1, null, [null], [[]], value.concat(Array<Json>(10_001).fill(1))];
  return [[], 'x', 1, null, true];
}

function wrongBodies(name: EndpointName, request: TestRequest): Refused[] {
  const body = request.body as Json;
  const withBody = (caseName: string, value: Json | undefined, code: number): Refused => ({
    caseName,
    request: { ...request, body: value },
    code,
  });
  const cases = [withBody('no body', undefined, MISSING), withBody('null', null, MISSING)];
  if (examples[name].isFree) return cases;
  for (const { path, value } of places(body)) {
    const at = path.join('.');
    for (const wrong of wrongValuesFor(value)) {
      // Null instead of a body counts as no body.
      if (path.length === 0 && wrong === null) continue;
      if (isRight(path.at(-1), wrong)) continue;
      cases.push(
        withBody(`${at} = ${JSON.stringify(wrong).slice(0, 60)}`, changed(body, path, wrong), INVALID),
      );
    }
    const without =
      path.length === 0 || Number.isInteger(Number(path.at(-1))) ? body : changed(body, path, undefined);
    if (!endpoints[name].body.safeParse(without).success)
      cases.push({ ...withBody(`without ${at}`, without, MISSING), field: at });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const key of ['nope', 'toString', 'isAdmin'])
      cases.push({
        ...withBody(`unknown field ${key} in ${at}`, changed(body, [...path, key], 1), INVALID),
        field: [...path, key].join('.'),
      });
  }
  return cases;
}

/** Values that are wrong for most fields of that type but valid for these. */
const VALID: readonly [fields: string, values: readonly Json[]][] = [
  ['hours quietHours forSubGroupIdList escalateAfterMin validFrom validTo coveringUserNo email', [null]],
  ['warningCnt criticalCnt', [null]],
  // 0 means no limit, or at once.
  ['afterMin maxSessions passwordHistoryCnt passwordMaxDays dormantDays proofMin', [0]],
  // Null in the example: a number or a text is right too.
  ['leadUserNo secondUserNo everyDays', [null, 1]],
  ['shiftId bodyTemplate objectKind namespace messageText', [null, 'x']],
];

function isRight(field = '', value: Json): boolean {
  if (field === 'orderBy' || field === 'grantList') return Array.isArray(value) && value.length === 0;
  // A settings file may be long. The call reports its errors.
  if (field === 'content') return typeof value === 'string' && value.length > 1000;
  return VALID.some(([fields, values]) => fields.split(' ').includes(field) && values.includes(value));
}

describe.each(names)('%s', (name) => {
  const endpoint: Endpoint = endpoints[name];
  const example = () => examples[name].request(world);

  it('accepts its example', () => {
    parse(endpoint, example());
  });

  it('refuses invalid path parameters', () => {
    expectRefusals(endpoint, wrongParams(endpoint, example()));
  });

  it('refuses unknown query keys and invalid group selections', () => {
    const request = example();
    const inQuery = (query: Readonly<Record<string, unknown>>) => ({
      ...request,
      query: { ...request.query, ...query },
    });
    const cases: Refused[] = [
      { caseName: 'unknown key', request: inQuery({ nope: '1' }), code: INVALID, field: 'nope' },
    ];
    if (endpoint.subGroupsIn === 'query')
      for (const list of ['', ',', '0', '-1', '01', '1e1', 'all', '1,', '[1]', '9'.repeat(20)])
        cases.push({ caseName: list, request: inQuery({ subGroupIdList: list }), code: INVALID });
    if (endpoint.subGroupsIn === 'body' && !examples[name].isFree)
      for (const subGroupIdList of [[], [0], [-1], ['1'], '1', [1.5], [1e30], null, {}])
        cases.push({
          caseName: JSON.stringify(subGroupIdList),
          request: { ...request, body: { ...(request.body as object), subGroupIdList } },
          code: INVALID,
        });
    expectRefusals(endpoint, cases);
  });

  if (endpoint.bodyKind === 'json')
    it('refuses invalid body fields and names them', () => {
      expectRefusals(endpoint, wrongBodies(name, example()));
    });
});
