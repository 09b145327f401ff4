import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { errors } from '@gwanje/contract/definition/errors';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/example-world.ts';
import { examples, multipart } from '../../testing/examples.ts';
import {
  type Answer,
  type Caller,
  checksum,
  startTestApp,
  type TestApp,
  type TestRequest,
} from '../../testing/test-app.ts';
import { userNoOf } from '../../testing/world.ts';

/*
 * Body parsing depends only on the kind of body and its limit, so one call of each is tested.
 * wrong-input.test.ts tests the fields of every call.
 */

const MISSING: number = errors.missingParameter.code;
const INVALID: number = errors.invalidParameter.code;
const TOO_LARGE: number = errors.tooLarge.code;
const names = firstOfEach(
  (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].method !== 'GET'),
);

function firstOfEach(all: readonly EndpointName[]): EndpointName[] {
  const found = new Map<string, EndpointName>();
  for (const name of all) {
    const { bodyKind, maxBodyBytes, read }: Endpoint = endpoints[name];
    const kind = `${bodyKind} ${maxBodyBytes} ${read}`;
    if (!found.has(kind)) found.set(kind, name);
  }
  return [...found.values()];
}

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
  readonly caseName: string;
  readonly request: TestRequest;
  readonly code: number;
}

async function expectRefusals(endpoint: Endpoint, cases: readonly Refused[]): Promise<void> {
  for (const { caseName, request, code } of cases) {
    const answer = await caller.call(endpoint, request);
    expectCode(answer, code, caseName);
  }
  expect(await checksum(app.db)).toBe(before);
}

function expectCode(answer: Answer, code: number, caseName: string): void {
  expect(answer.code, `${caseName}: ${JSON.stringify(answer.data)}`).toBe(code);
}

describe.each(names)('%s', (name) => {
  const endpoint: Endpoint = endpoints[name];
  const example = () => examples[name].request(world);

  if (endpoint.bodyKind === 'json') {
    it('refuses bodies that are not JSON', async () => {
      const request = { ...example(), body: undefined };
      const raw = (
        caseName: string,
        payload: string | Buffer,
        code = INVALID,
        type = 'application/json',
      ) => ({ caseName, request: { ...request, payload, headers: { 'content-type': type } }, code });
      const right = JSON.stringify(example().body);
      await expectRefusals(endpoint, [
        raw('truncated', right.slice(0, -1)),
        raw('not JSON', 'name=x'),
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
        raw('no content type', right, INVALID, ''),
        raw('over the limit', Buffer.alloc((endpoint.maxBodyBytes ?? 1024 * 1024) + 1, 0x20), TOO_LARGE),
        raw('50 MB', FIFTY_MB, TOO_LARGE),
      ]);
    });
  } else if (endpoint.bodyKind === 'multipart') {
    it('refuses bodies that are not multipart forms, and forms with wrong parts', async () => {
      const right = example();
      const form = (caseName: string, request: TestRequest, code = INVALID) => ({ caseName, request, code });
      const typed = (type: string, payload: string | Buffer) => ({
        payload,
        headers: { 'content-type': type },
      });
      await expectRefusals(endpoint, [
        form('JSON', { body: { id: world.logoId } }),
        form('text', typed('text/plain', 'id=1')),
        form('no boundary', { ...right, headers: { 'content-type': 'multipart/form-data' } }),
        form('truncated', { ...right, payload: right.payload?.slice(0, -20) }),
        form('no parts', multipart({}), MISSING),
        form('unknown field', multipart({ id: world.logoId, nope: '1' }, Buffer.from('x'))),
        form('not an image', multipart({ id: world.logoId }, Buffer.from('<script>alert(1)</script>'))),
        form('wrong id', multipart({ id: '1e1' }, Buffer.from('x'))),
        form('50 MB', multipart({ id: world.logoId }, FIFTY_MB), TOO_LARGE),
      ]);
    });
  } else if (endpoint.bodyKind === 'none' && endpoint.method !== 'GET') {
    it('refuses a body', async () => {
      await expectRefusals(endpoint, [
        { caseName: 'JSON', request: { ...example(), body: { name: 'x' } }, code: INVALID },
        { caseName: '50 MB', request: { ...example(), payload: FIFTY_MB }, code: TOO_LARGE },
      ]);
    });
  }
});

const FIFTY_MB = Buffer.alloc(50 * 1024 * 1024, 0x20);
