import type { Endpoint } from '@gwanje/contract/endpoint';
import { type EndpointName, endpoints } from '@gwanje/contract/endpoints';
import { errors } from '@gwanje/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from './testing/example-world.ts';
import { examples, multipart } from './testing/examples.ts';
import {
  type Answer,
  type Caller,
  checksum,
  startTestApp,
  type TestApp,
  type TestRequest,
} from './testing/test-app.ts';
import { userNoOf } from './testing/world.ts';

/* Made by somebody who may do everything, from a request that is right, so that only the input can be at fault. */

const MISSING: number = errors.missingParameter.code;
const INVALID: number = errors.invalidParameter.code;
const TOO_LARGE: number = errors.tooLarge.code;
const names = Object.keys(endpoints) as EndpointName[];

let app: TestApp;
let caller: Caller;
let world: World;
let before: string;

beforeAll(async () => {
  app = await startTestApp();
  caller = await app.signIn('key');
  world = await makeWorld(app, await userNoOf(app.db, 'total'));
  before = await checksum(app.db);
});
afterAll(() => app[Symbol.asyncDispose]());

interface Refused {
  readonly of: string;
  readonly request: TestRequest;
  readonly code: number;
  /** Named in the answer. */
  readonly field?: string;
}

async function expectRefusals(endpoint: Endpoint, cases: readonly Refused[]): Promise<void> {
  for (const { of, request, code, field } of cases) {
    const answer = await caller.call(endpoint, request);
    expectCode(answer, code, of);
    if (field !== undefined) expect(answer.data.field, of).toBe(field);
  }
  expect(await checksum(app.db)).toBe(before);
}

function expectCode(answer: Answer, code: number, of: string): void {
  expect(answer.code, `${of}: ${JSON.stringify(answer.data)}`).toBe(code);
}

const WRONG_IDS = [
  '0',
  '-1',
  '01',
  '1e1',
  '1.0',
  '+1',
  ' 1',
  '0x1',
  'abc',
  '1;drop table cluster',
  '2147483648',
  '9'.repeat(30),
  '\0',
];
const WRONG_NAMES = [' ', 'x'.repeat(51), 'x'.repeat(600), 'a\nb', 'a\0b', '\u202Eabc', '\u200B', '\u3164'];

function wrongParams(endpoint: Endpoint, request: TestRequest): Refused[] {
  return Object.keys(request.params ?? {}).flatMap((name) => {
    const wrong =
      name === 'name' ? WRONG_NAMES : name === 'type' ? ['1abc', 'a/b', 'x'.repeat(65), '\0'] : WRONG_IDS;
    const tooMany = name === 'pageCnt' ? ['1001'] : name === 'pageNo' ? ['1000000001'] : [];
    const lists = name === 'ids' ? ['1,1', '1,', ',1', '1,x', '1,-2'] : [];
    // Whether a user id is well formed is what that call answers.
    const values = endpoint.path.includes('/user/check/') ? ['\0'] : [...wrong, ...tooMany, ...lists];
    return values.map((value) => ({
      of: `${name} = ${JSON.stringify(value)}`,
      request: { ...request, params: { ...request.params, [name]: value } },
      code: INVALID,
    }));
  });
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Every place in the body, with what stands there. */
function places(value: Json, path: readonly string[] = []): { path: readonly string[]; value: Json }[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => places(part, [...path, key]))
      : [];
  return [{ path, value }, ...inner];
}

/** A copy with something else at a place; `undefined` leaves the field out. */
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
  const withBody = (of: string, value: Json | undefined, code: number): Refused => ({
    of,
    request: { ...request, body: value },
    code,
  });
  const cases = [withBody('no body', undefined, MISSING), withBody('null', null, MISSING)];
  if (examples[name].isFree) return cases;
  for (const { path, value } of places(body)) {
    const at = path.join('.');
    for (const wrong of wrongValuesFor(value)) {
      // Null in place of a body counts as none.
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

const OPTIONAL: ReadonlySet<string> = new Set([
  'hours',
  'quietHours',
  'forSubGroupIdList',
  'escalateAfterMin',
]);

/** Wrong for most fields of that type, right for these. */
function isRight(field: string | undefined, value: Json): boolean {
  if (field === 'email') return value === null;
  if (field === 'orderBy' || field === 'grantList') return Array.isArray(value) && value.length === 0;
  if (field === 'warningCnt' || field === 'criticalCnt') return value === null;
  if (field !== undefined && OPTIONAL.has(field)) return value === null;
  // A file may be long; what is wrong with it is what the call is asked.
  if (field === 'content') return typeof value === 'string' && value.length > 1000;
  if (field === 'bodyTemplate') return value === null || value === 'x';
  if (field === 'objectKind' || field === 'namespace' || field === 'messageText')
    return value === null || value === 'x';
  return false;
}

describe.each(names)('%s', (name) => {
  const endpoint: Endpoint = endpoints[name];
  const example = () => examples[name].request(world);

  it('refuses wrong addresses', async () => {
    await expectRefusals(endpoint, wrongParams(endpoint, example()));
  });

  it('refuses what the query does not know, and wrong selections', async () => {
    const request = example();
    const inQuery = (query: Readonly<Record<string, unknown>>) => ({
      ...request,
      query: { ...request.query, ...query },
    });
    const cases: Refused[] = [
      { of: 'unknown key', request: inQuery({ nope: '1' }), code: INVALID, field: 'nope' },
    ];
    if (endpoint.subGroupsIn === 'query')
      for (const list of ['', ',', '0', '-1', '01', '1e1', 'all', '1,', '[1]', '9'.repeat(20)])
        cases.push({ of: `selection ${list}`, request: inQuery({ subGroupIdList: list }), code: INVALID });
    if (endpoint.subGroupsIn === 'body' && !examples[name].isFree)
      for (const subGroupIdList of [[], [0], [-1], ['1'], '1', [1.5], [1e30], null, {}])
        cases.push({
          of: `selection ${JSON.stringify(subGroupIdList)}`,
          request: { ...request, body: { ...(request.body as object), subGroupIdList } },
          code: INVALID,
        });
    await expectRefusals(endpoint, cases);
  });

  if (endpoint.bodyKind === 'json') {
    it('refuses bodies that are not JSON', async () => {
      const request = { ...example(), body: undefined };
      const raw = (of: string, payload: string | Buffer, code = INVALID, type = 'application/json') => ({
        of,
        request: { ...request, payload, headers: { 'content-type': type } },
        code,
      });
      const right = JSON.stringify(example().body);
      await expectRefusals(endpoint, [
        raw('half', right.slice(0, -1)),
        raw('no JSON', 'name=x'),
        raw('two values', `${right}${right}`),
        raw('single quotes', "{'name':'x'}"),
        raw('NaN', '{"name":NaN}'),
        raw('__proto__', '{"__proto__":{"role":1}}'),
        raw('constructor', '{"constructor":{"prototype":{"role":1}}}'),
        raw('10,000 arrays deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`),
        raw('10,000 objects deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
        raw('broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
        raw('text', right, INVALID, 'text/plain'),
        raw('form', 'name=x', INVALID, 'application/x-www-form-urlencoded'),
        raw('multipart', right, INVALID, 'multipart/form-data; boundary=x'),
        raw('no type at all', right, INVALID, ''),
        raw('more than it takes', Buffer.alloc((endpoint.maxBodyBytes ?? 1024 * 1024) + 1, 0x20), TOO_LARGE),
        raw('50 MB', FIFTY_MB, TOO_LARGE),
      ]);
    });

    it('refuses wrong fields and names them', async () => {
      await expectRefusals(endpoint, wrongBodies(name, example()));
    });
  } else if (endpoint.bodyKind === 'multipart') {
    it('refuses bodies that are no form, or the wrong one', async () => {
      const right = example();
      const form = (of: string, request: TestRequest, code = INVALID) => ({ of, request, code });
      const typed = (type: string, payload: string | Buffer) => ({
        payload,
        headers: { 'content-type': type },
      });
      await expectRefusals(endpoint, [
        form('JSON', { body: { id: world.logoId } }),
        form('text', typed('text/plain', 'id=1')),
        form('no boundary', { ...right, headers: { 'content-type': 'multipart/form-data' } }),
        form('cut off', { ...right, payload: right.payload?.slice(0, -20) }),
        form('no parts', multipart({}), MISSING),
        form('unknown field', multipart({ id: world.logoId, nope: '1' }, Buffer.from('x'))),
        form('no picture', multipart({ id: world.logoId }, Buffer.from('<script>alert(1)</script>'))),
        form('wrong id', multipart({ id: '1e1' }, Buffer.from('x'))),
        form('50 MB', multipart({ id: world.logoId }, FIFTY_MB), TOO_LARGE),
      ]);
    });
  } else if (endpoint.bodyKind === 'none' && endpoint.method !== 'GET') {
    it('refuses a body', async () => {
      await expectRefusals(endpoint, [
        { of: 'JSON', request: { ...example(), body: { name: 'x' } }, code: INVALID },
        {
          of: '50 MB',
          request: { ...example(), payload: FIFTY_MB },
          code: TOO_LARGE,
        },
      ]);
    });
  }
});

const FIFTY_MB = Buffer.alloc(50 * 1024 * 1024, 0x20);
