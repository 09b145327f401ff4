import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import { API_PREFIX, type Endpoint } from '@gwanje/contract/definition/endpoint';
import { insertSubGroup } from '@gwanje/contract/users/groups';
import { loginCheck, UNATTENDED_HEADER } from '@gwanje/contract/users/session';
import { insertUser, listRoles } from '@gwanje/contract/users/users';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '@gwanje/testkit/session-limits';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownApp } from '../../testing/describe-with-app.ts';
import { makeWorld, type World } from '../../testing/example-world.ts';
import { examples } from '../../testing/examples.ts';
import { type Caller, checksum, startTestApp, uniqueName } from '../../testing/test-app.ts';
import { addMetaGroup, addUser, userNoOf } from '../../testing/world.ts';

const app = ownApp();

it('registers every descriptor below /api/v1 and no other route', async () => {
  const routes = new Set<string>();
  const listen = (message: unknown) => {
    const { fastify: created } = message as { fastify: FastifyInstance };
    created.addHook('onRoute', ({ method, url }: RouteOptions) => {
      if (!url.startsWith(`${API_PREFIX}/`)) return;
      for (const one of [method].flat()) routes.add(`${one} ${url.slice(API_PREFIX.length)}`);
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    await using _app = await startTestApp();
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
  const described = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(described).size).toBe(described.length);
  expect([...routes].sort()).toEqual(described.sort());
});

describe('calls', () => {
  describe('a session', () => {
    it('is extended by calls, and by the session check only on request', async () => {
      const token = await app().newToken('user');
      const user = app().withToken(token);
      app().clock.advance(SESSION_IDLE_MS - 60_000);
      expect((await user.call(loginCheck)).code).toBe(200);
      expect((await user.call(loginCheck, { query: { keepAlive: 'N' } })).code).toBe(200);
      app().clock.advance(30_000);
      expect((await user.call(loginCheck, { query: { keepAlive: 'Y' } })).code).toBe(200);
      app().clock.advance(SESSION_IDLE_MS - 60_000);
      expect((await user.call(listRoles)).code).toBe(200);
      app().clock.advance(SESSION_IDLE_MS - 60_000);
      expect((await user.call(loginCheck)).code).toBe(200);
      app().clock.advance(60_001);
      expect((await user.call(loginCheck)).code).toBe(9999);
    });

    it('is extended by unattended writes but not by unattended reads', async () => {
      const headers = { [UNATTENDED_HEADER]: '1' };
      const user = app().withToken(await app().newToken('user'));
      app().clock.advance(SESSION_IDLE_MS - 60_000);
      expect((await user.call(listRoles, { headers })).code).toBe(200);
      app().clock.advance(30_000);
      const option = { params: { type: 'unattended' }, body: { a: 1 } };
      expect((await user.call(saveViewOption, { ...option, headers })).code).toBe(200);
      app().clock.advance(SESSION_IDLE_MS - 60_000);
      expect((await user.call(listRoles, { headers })).code).toBe(200);
      app().clock.advance(60_001);
      expect((await user.call(listRoles, { headers })).code).toBe(9999);
    });

    it('can still read while the database refuses writes', async () => {
      const { db } = app();
      const user = app().withToken(await app().newToken('user'));
      await sql`
      create function refuse_write() returns trigger language plpgsql as $$
      begin raise exception 'no space left' using errcode = 'disk_full'; end $$`.execute(db);
      await sql`create trigger full_disk before insert or update on session execute function refuse_write()`.execute(
        db,
      );
      await sql`create trigger full_disk before insert on view_option execute function refuse_write()`.execute(
        db,
      );
      try {
        app().clock.advance(120_000);
        expect((await user.call(listRoles)).code).toBe(200);
        const write = { params: { type: 'full-disk' }, body: { a: 1 } };
        expect(await user.call(saveViewOption, write)).toMatchObject({ status: 503, code: 8008 });
      } finally {
        await sql`drop function refuse_write() cascade`.execute(db);
      }
    });

    it('ends after seven days, even with activity', async () => {
      const user = app().withToken(await app().newToken('user'));
      const stepMs = SESSION_IDLE_MS - 60_000;
      for (let ageMs = 0; ageMs + stepMs < SESSION_ABSOLUTE_MS; ageMs += stepMs) {
        app().clock.advance(stepMs);
        expect((await user.call(listRoles)).code).toBe(200);
      }
      app().clock.advance(stepMs);
      expect((await user.call(listRoles)).code).toBe(9999);
    });

    it.each([
      ['key', '대표 관리자 전체 관리자 그룹 관리자 사용자', [10, 1, 3, 2]],
      ['total', '전체 관리자 그룹 관리자 사용자', [1, 3, 2]],
      ['group', '그룹 관리자 사용자', [3, 2]],
      ['user', '사용자', [2]],
    ])('of %s gets the roles that the user may assign', async (userId, names, roles) => {
      const { roleList } = await (await app().signIn(userId)).ok(listRoles);
      expect(roleList.map((choice) => choice.role)).toEqual(roles);
      expect(roleList.map((choice) => choice.name).join(' ')).toBe(names);
    });
  });

  describe('a resend with the same Idempotency-Key', () => {
    const keyed = (key: string) => ({ 'idempotency-key': key });
    const countOf = async (name: string) => {
      const rows = await rowsOf(app().db, 'subGroup', { name }, ['subGroupId']);
      return rows.length;
    };
    async function request() {
      const metaGroupId = await addMetaGroup(app().db, null);
      const name = uniqueName('once');
      const headers = keyed(uniqueName('key'));
      return { name, request: { body: { metaGroupId, name }, headers } };
    }

    it('does the work once and gets the same answer', async () => {
      const key = await app().signIn('key');
      const { name, request: sent } = await request();
      const first = await key.call(insertSubGroup, sent);
      const second = await key.call(insertSubGroup, sent);
      expect(first.code).toBe(201);
      expect(second).toMatchObject({ code: 201, status: 201, data: first.data });
      expect(await countOf(name)).toBe(1);
    });

    it('does the work once when both arrive together', async () => {
      const key = await app().signIn('key');
      const { name, request: sent } = await request();
      const answers = await Promise.all(Array.from({ length: 5 }, () => key.call(insertSubGroup, sent)));
      expect(answers.map((answer) => answer.code)).toEqual([201, 201, 201, 201, 201]);
      expect(new Set(answers.map((answer) => answer.data.subGroupId)).size).toBe(1);
      expect(await countOf(name)).toBe(1);
      const targetId = String(answers[0]?.data.subGroupId);
      const audited = await rowsOf(app().db, 'audit', { action: 'subGroup.insert', targetId });
      expect(audited).toHaveLength(1);
    });

    it('is executed again if the first request was refused', async () => {
      const key = await app().signIn('key');
      const { request: sent } = await request();
      const metaGroupId = 2_000_000_000;
      const missing = { ...sent, body: { ...sent.body, metaGroupId } };
      expect((await key.call(insertSubGroup, missing)).code).toBe(8003);
      expect((await key.call(insertSubGroup, sent)).code).toBe(201);
    });

    it('is refused for a different request, and is independent for another user', async () => {
      const key = await app().signIn('key');
      const total = await app().signIn('total');
      const { request: sent } = await request();
      await key.ok(insertSubGroup, sent);
      const other = { ...sent, body: { ...sent.body, name: uniqueName('other') } };
      const refused = await key.call(insertSubGroup, other);
      expect(refused).toMatchObject({ code: 8002, data: { field: 'Idempotency-Key' } });
      expect((await total.call(insertSubGroup, other)).code).toBe(201);
    });

    it('is recognised without the password, which is not stored', async () => {
      const key = await app().signIn('key');
      const headers = { 'idempotency-key': uniqueName('key') };
      const body = { userId: uniqueName('new'), name: 'x', password: 'the first secret', role: 2 };
      const first = await key.ok(insertUser, { body, headers });
      const again = { ...body, password: 'another secret' };
      expect(await key.ok(insertUser, { body: again, headers })).toEqual(first);
    });

    it('is refused with a malformed key', async () => {
      const key = await app().signIn('key');
      const { name, request: sent } = await request();
      for (const wrong of ['short', 'x'.repeat(129), 'with blank inside'])
        expect((await key.call(insertSubGroup, { ...sent, headers: keyed(wrong) })).code).toBe(8002);
      expect(await countOf(name)).toBe(0);
    });
  });

  describe('text that a database cannot store', () => {
    it('is refused in every field', async () => {
      const key = await app().signIn('key');
      for (const body of [{ a: '\0' }, { a: ['\uD800'] }, { 'k\0': 1 }, { a: { b: { c: 'x\uDFFF' } } }])
        expect((await key.call(saveViewOption, { params: { type: 'x' }, body })).code).toBe(8002);
      const kept = { text: '"\\"\' \u0001 \u2028 😀 한글', 'a.b': null };
      await key.ok(saveViewOption, { params: { type: 'x' }, body: kept });
      expect((await key.ok(getViewOption, { params: { type: 'x' } })).viewOption).toEqual(kept);
    });
  });
});

describe('requests from another origin', () => {
  const names = Object.keys(endpoints) as EndpointName[];
  const writes = names.filter((name) => endpoints[name].method !== 'GET');

  let world: World;
  let key: Caller;
  let before: string;
  beforeAll(async () => {
    world = await makeWorld(app(), await userNoOf(app().db, 'key'));
    key = await app().signIn('key');
    before = await checksum(app().db);
  });

  async function expectRefusal(name: EndpointName, headers: Readonly<Record<string, string>>): Promise<void> {
    const request = examples[name].request(world);
    const sent = { ...request, headers: { ...request.headers, ...headers } };
    expect((await key.call(endpoints[name], sent)).code).toBe(8005);
    expect(await checksum(app().db)).toBe(before);
  }

  it.each(writes)('%s needs the own origin and a page of the same site', async (name) => {
    await expectRefusal(name, { origin: 'https://evil.example' });
    await expectRefusal(name, { 'sec-fetch-site': 'same-site' });
  });

  it('need the exact origin', async () => {
    const { origin } = app();
    const similar = [`${origin}.evil.example`, origin.replace('http:', 'https:'), 'http://localhost:4101'];
    for (const other of ['null', '', ...similar]) await expectRefusal('insertSubGroup', { origin: other });
    for (const site of ['cross-site', 'none'])
      await expectRefusal('insertSubGroup', { 'sec-fetch-site': site });
  });

  it('cannot post a form or plain text, which browsers send without a preflight', async () => {
    const payload = JSON.stringify({ metaGroupId: 1, name: 'x' });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { 'content-type': type };
      expect((await key.call(insertSubGroup, { payload, headers })).code).toBe(8002);
    }
    expect(await checksum(app().db)).toBe(before);
  });
});

describe('refusals', () => {
  it('by the framework use the envelope too', async () => {
    const key = await app().signIn('key');
    expect(await key.send('GET', '/no/such/call')).toMatchObject({ status: 404, code: 8003 });
    expect(await key.send('PUT', '/loginCheck', { body: {} })).toMatchObject({ status: 404, code: 8003 });
    expect(await key.send('GET', '/user/')).toMatchObject({ code: 8002 });
    expect(await key.send('GET', `/user/${'1'.repeat(5000)}`)).toMatchObject({ code: 8003 });
    expect(await key.send('GET', '/user/%E0%A4%A')).toMatchObject({ code: 8002 });
  });

  it('for a restricted user apply to every change and to no read', async () => {
    const { userId, userNo } = await addUser(app().db, { role: 1, isKeyUser: true, status: 4 });
    const restricted = await app().signIn(userId);
    const world = await makeWorld(app(), userNo);
    const before = await checksum(app().db);
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      const endpoint: Endpoint = endpoints[name];
      const { code } = await restricted.call(endpoint, examples[name].request(world));
      // An admin who was restricted while viewing as another user may still end the view. previewAccess is
      // refused like the change itself.
      const isChange = !endpoint.read || name === 'previewAccess';
      if (isChange && endpoint.whileViewing !== 'asSelf') expect(code, name).toBe(8005);
      else expect(code, name).not.toBe(8005);
    }
    expect(await checksum(app().db)).toBe(before);
  });
});
