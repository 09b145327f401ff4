import { insertAccessToken } from '@gwanje/contract/users/access-tokens';
import { loginCheck } from '@gwanje/contract/users/session';
import { changeRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { describe, expect, it } from 'vitest';
import { describeWithSharedApp } from '../../../testing/describe-with-app.ts';
import { type Caller, countDenials, uniqueName } from '../../../testing/test-app.ts';
import { addCluster, addMember, addMetaGroup, addSubGroup, addUser } from '../../../testing/world.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const invalid = { status: 400, body: { scimType: 'invalidValue' } };
const notUnique = { status: 409, body: { status: '409', scimType: 'uniqueness' } };

describeWithSharedApp('SCIM', (app) => {
  async function tokenOf(userId: string, role = 1, metaGroupIdList: number[] = []) {
    const caller: Caller = await app().signIn(userId);
    const body = { name: uniqueName('provider'), role, metaGroupIdList, days: 1 };
    return (await caller.ok(insertAccessToken, { body })).token;
  }

  /** A provider with a token of a new total admin. */
  async function provider(token?: string) {
    const admin = await addUser(app().db, { role: 1 });
    const bearer = token ?? (await tokenOf(admin.userId));
    async function send(method: Method, path: string, body?: unknown, contentType = 'application/scim+json') {
      const sent = body === undefined ? {} : { 'content-type': contentType };
      const answer = await app().app.inject({
        method,
        url: `/scim/v2${path}`,
        headers: { authorization: `Bearer ${bearer}`, ...sent },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const { statusCode: status, headers } = answer;
      return { status, headers, body: answer.body === '' ? undefined : answer.json() };
    }
    async function create(change: object = {}) {
      const name = uniqueName('kim');
      const body = { schemas: [USER], userName: `${name}@example.com`, ...change };
      const answer = await send('POST', '/Users', body);
      expect(answer).toMatchObject({ status: 201 });
      const { id } = answer.body;
      return { id: String(id), userNo: Number(id), userName: body.userName };
    }
    const patch = (path: string, ...Operations: object[]) =>
      send('PATCH', path, { schemas: [PATCH], Operations });
    return { admin, bearer, send, create, patch };
  }
  async function accountOf(userNo: number) {
    return app().db.selectFrom('userAccount').selectAll().where('userNo', '=', userNo).executeTakeFirst();
  }
  async function auditOf(action: string, targetId: number) {
    return rowsOf(app().db, 'audit', { action, targetId: String(targetId) }, ['actorUserId', 'detail']);
  }

  describe('bodies of Microsoft Entra ID', () => {
    it('create a user, change it and deactivate it, which ends its sessions at once', async () => {
      const { send, patch, admin } = await provider();
      const userName = `${uniqueName('hong.gildong')}@example.com`;
      const nothing = await send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
      expect(nothing).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
      const sent = {
        schemas: [USER],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName,
        active: true,
      };
      const meta = { resourceType: 'User' };
      const created = await send('POST', '/Users', {
        ...sent,
        schemas: [USER, ENTERPRISE],
        emails: [{ primary: true, type: 'work', value: userName }],
        meta,
        name: { formatted: '홍길동', familyName: '홍', givenName: '길동' },
        roles: [],
        [ENTERPRISE]: { department: '운영' },
      });
      const emails = [{ value: userName, primary: true }];
      expect(created).toMatchObject({
        status: 201,
        headers: { 'content-type': 'application/scim+json; charset=utf-8' },
        body: { ...sent, displayName: '홍길동', emails, roles: [{ value: 'user' }], meta },
      });
      const userNo = Number(created.body.id);
      expect(created.headers.location).toBe(`${app().origin}/scim/v2/Users/${userNo}`);
      const account = await accountOf(userNo);
      const fresh = { name: '홍길동', email: userName, role: 2, status: 1, passwordHash: null };
      expect(account).toMatchObject(fresh);
      const by = { actorUserId: admin.userId, detail: { source: 'scim' } };
      expect(await auditOf('user.insert', userNo)).toMatchObject([by]);

      const changed = await patch(
        `/Users/${userNo}`,
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'gildong@example.com' },
        { op: 'Replace', path: 'displayName', value: '홍길순' },
        { op: 'Add', path: 'name.familyName', value: '홍' },
        { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'groupAdmin' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: '개발' },
      );
      const body = { displayName: '홍길순', roles: [{ value: 'groupAdmin' }] };
      expect(changed).toMatchObject({ status: 200, body });
      const stored = { name: '홍길순', email: 'gildong@example.com', role: 3 };
      expect(await accountOf(userNo)).toMatchObject(stored);

      const session = await app().signIn(account?.userId ?? '');
      expect(await session.call(loginCheck)).toMatchObject({ status: 200 });
      const off = await patch(`/Users/${userNo}`, { op: 'Replace', path: 'active', value: 'False' });
      expect(off).toMatchObject({ status: 200, body: { active: false } });
      expect(await accountOf(userNo)).toMatchObject({ status: 2, role: 3 });
      expect(await session.call(loginCheck)).toMatchObject({ code: 9999 });
      const on = await patch(`/Users/${userNo}`, { op: 'Replace', path: 'active', value: 'True' });
      expect(on.body).toMatchObject({ active: true });
      expect(await accountOf(userNo)).toMatchObject({ status: 1 });
    });

    it('add members to a group and remove them', async () => {
      const { create, patch, send } = await provider();
      const [kim, lee] = [await create(), await create()];
      const metaGroupId = await addMetaGroup(app().db, null, uniqueName('커머스'));
      const subGroupId = await addSubGroup(app().db, metaGroupId);
      const path = `/Groups/${subGroupId}`;
      const value = [kim, lee].map(({ id }) => ({ $ref: null, value: id }));
      const add = await patch(path, { op: 'Add', path: 'members', value });
      expect(add.body.members).toMatchObject([{ value: kim.id }, { value: lee.id }]);
      const isMember = encodeURIComponent(`id eq "${subGroupId}" and members eq "${kim.id}"`);
      const found = await send('GET', `/Groups?excludedAttributes=members&filter=${isMember}`);
      expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: String(subGroupId) }] });
      expect(found.body.Resources[0]).not.toHaveProperty('members');
      await patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: lee.id }] });
      const left = await patch(path, { op: 'Remove', path: `members[value eq "${kim.id}"]` });
      expect(left.body.members).toEqual([]);
    });
  });

  describe('bodies of Okta', () => {
    it('create a user, replace it and deactivate it without a path', async () => {
      const { send, patch } = await provider();
      const userName = `${uniqueName('lee')}@example.com`;
      const body = {
        schemas: [USER],
        userName,
        name: { givenName: 'Min', familyName: 'Lee' },
        emails: [{ primary: true, value: userName, type: 'work' }],
        displayName: 'Min Lee',
        locale: 'ko-KR',
        externalId: '00ujl29u0le5T6Aj10h7',
        groups: [],
        password: '1mz050nq',
        active: true,
      };
      const created = await send('POST', '/Users', body);
      expect(created).toMatchObject({ status: 201 });
      const userNo = Number(created.body.id);
      expect(created.body).not.toHaveProperty('password');
      expect(await accountOf(userNo)).toMatchObject({ passwordHash: null });
      const change = { id: String(userNo), displayName: 'Minsu Lee', meta: { resourceType: 'User' } };
      const replaced = await send('PUT', `/Users/${userNo}`, { ...body, ...change });
      expect(replaced).toMatchObject({ status: 200, body: { displayName: 'Minsu Lee', active: true } });
      const off = await patch(`/Users/${userNo}`, { op: 'replace', value: { active: false } });
      expect(off.body).toMatchObject({ active: false, displayName: 'Minsu Lee' });
    });

    it('push a group: look for it, link it by its own name and set its members', async () => {
      const { send, patch, create } = await provider();
      const kim = await create();
      const metaGroupName = uniqueName('커머스');
      await addMetaGroup(app().db, null, metaGroupName);
      const displayName = `${metaGroupName}/운영`;
      const filter = `/Groups?startIndex=1&count=100&filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`;
      expect((await send('GET', filter)).body).toMatchObject({ totalResults: 0 });
      const created = await send('POST', '/Groups', { schemas: [GROUP], displayName, members: [] });
      expect(created).toMatchObject({ status: 201, body: { displayName, members: [] } });
      const { id } = created.body;
      expect((await send('GET', filter)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
      const pushed = await patch(
        `/Groups/${id}`,
        { op: 'replace', value: { id, displayName } },
        { op: 'remove', path: 'members[value eq "1"]' },
        { op: 'add', path: 'members', value: [{ value: kim.id, display: kim.userName }] },
      );
      expect(pushed).toMatchObject({ status: 200, body: { members: [{ value: kim.id }] } });
      const { groups } = (await send('GET', `/Users/${kim.id}`)).body;
      expect(groups).toMatchObject([{ value: id, display: displayName }]);
    });
  });

  describe('bodies of a Keycloak extension', () => {
    it('create and replace a user and a group, as application/json', async () => {
      const { send } = await provider();
      const userName = uniqueName('park');
      const body = {
        schemas: [USER],
        externalId: 'b9c5f8d2-52d7-4a3c-8c7d-3b6f8f1f7a10',
        userName,
        name: { givenName: '민수', familyName: '박' },
        emails: [{ value: `${userName}@example.com`, primary: true }],
        active: true,
        groups: [],
      };
      const created = await send('POST', '/Users', body, 'application/json');
      expect(created).toMatchObject({ status: 201, body: { displayName: '박민수', userName } });
      const { id } = created.body;
      const metaGroupId = await addMetaGroup(app().db, null, uniqueName('플랫폼'));
      const subGroupId = await addSubGroup(app().db, metaGroupId);
      const group = (await send('GET', `/Groups/${subGroupId}`)).body;
      const members = [{ value: id, $ref: `https://id.example.com/Users/${id}`, type: 'User' }];
      const set = await send('PUT', `/Groups/${subGroupId}`, { ...group, members }, 'application/json');
      expect(set).toMatchObject({ status: 200, body: { members: [{ value: id, display: userName }] } });
      const off = await send('PUT', `/Users/${id}`, { ...body, active: false }, 'application/json');
      expect(off.body).toMatchObject({ active: false });
    });
  });

  describe('the account of a user', () => {
    it('has a user id by the rule of single sign-on, with a number when it is in use', async () => {
      const { create } = await provider();
      const name = uniqueName('same');
      await addUser(app().db, { userId: name });
      const { userNo, id } = await create({ userName: `${name}@example.com` });
      expect(await accountOf(userNo)).toMatchObject({ userId: `${name}-2` });
      expect(id).toBe(String(userNo));
    });

    it('is the one that signed on earlier with the provider', async () => {
      const { create } = await provider();
      const { userNo, userId } = await addUser(app().db);
      const subject = uniqueName('subject');
      const linked = { oidcIssuer: 'https://id.example.com', oidcSubject: subject, email: 'Kim@example.com' };
      await changeRows(app().db, 'userAccount', { userNo }, linked);
      const other = await create({ userName: userId, emails: [{ value: 'other@example.com' }] });
      expect(other.userNo).not.toBe(userNo);
      const same = await create({ userName: uniqueName('kim'), externalId: subject });
      expect(same.userNo).toBe(userNo);
    });

    it('is never a local one: the provider sees only users that it created', async () => {
      const { send, patch } = await provider();
      const local = await addUser(app().db, { role: 1, isKeyUser: true });
      for (const answer of [
        await send('GET', `/Users/${local.userNo}`),
        await send('DELETE', `/Users/${local.userNo}`),
        await patch(`/Users/${local.userNo}`, { op: 'replace', value: { active: false } }),
      ])
        expect(answer).toMatchObject({ status: 404, body: { status: '404' } });
      const filter = encodeURIComponent(`userName eq "${local.userId}"`);
      expect((await send('GET', `/Users?filter=${filter}`)).body.totalResults).toBe(0);
      expect(await accountOf(local.userNo)).toMatchObject({ status: 1 });
    });

    it('is created once: the same user again, also with other capitals, is 409', async () => {
      const { create, send } = await provider();
      const { userName } = await create();
      for (const again of [userName, userName.toUpperCase()])
        expect(await send('POST', '/Users', { schemas: [USER], userName: again })).toMatchObject(notUnique);
      const body = { schemas: [USER], userName: `${uniqueName('two')}@example.com` };
      const both = await Promise.all([send('POST', '/Users', body), send('POST', '/Users', body)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    });

    it('is deleted as in the console: not while it owns meta groups', async () => {
      const { create, send } = await provider();
      const { id, userNo } = await create({ roles: [{ value: 'groupAdmin' }] });
      const metaGroupId = await addMetaGroup(app().db, userNo);
      expect(await send('DELETE', `/Users/${id}`)).toMatchObject({ status: 409 });
      await app().db.deleteFrom('metaGroup').where('metaGroupId', '=', metaGroupId).execute();
      expect(await send('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: undefined });
      expect(await send('GET', `/Users/${id}`)).toMatchObject({ status: 404 });
      expect(await accountOf(userNo)).toBeUndefined();
    });

    it('keeps its role when the provider sends none, and never becomes a representative admin', async () => {
      const { create, send, patch } = await provider();
      const { id, userNo, userName } = await create({ roles: [{ value: '3', primary: true }] });
      await send('PUT', `/Users/${id}`, { schemas: [USER], userName });
      expect(await accountOf(userNo)).toMatchObject({ role: 3 });
      for (const value of ['10', 'keyAdmin', 'admin']) {
        const answer = await patch(`/Users/${id}`, { op: 'replace', path: 'roles', value: [{ value }] });
        expect(answer).toMatchObject(invalid);
      }
      await patch(`/Users/${id}`, { op: 'replace', path: 'roles', value: [{ value: 'totalAdmin' }] });
      expect(await accountOf(userNo)).toMatchObject({ role: 1, isKeyUser: false });
      await patch(`/Users/${id}`, { op: 'remove', path: 'roles' });
      expect(await accountOf(userNo)).toMatchObject({ role: 2 });
    });

    it('that became a representative admin in the console is out of reach', async () => {
      const { create, patch, send } = await provider();
      const { id, userNo } = await create();
      await changeRows(app().db, 'userAccount', { userNo }, { role: 1, isKeyUser: true });
      const denials = await countDenials(app().db);
      const off = await patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
      expect(off).toMatchObject({ status: 403 });
      expect(await send('DELETE', `/Users/${id}`)).toMatchObject({ status: 403 });
      expect(await countDenials(app().db)).toBe(denials + 2);
      expect(await accountOf(userNo)).toMatchObject({ status: 1 });
    });
  });

  describe('a group', () => {
    it('keeps the members whom an admin added by hand', async () => {
      const { create, send } = await provider();
      const [kim, local] = [await create(), await addUser(app().db)];
      const metaGroupId = await addMetaGroup(app().db, null, uniqueName('meta'));
      const subGroupId = await addSubGroup(app().db, metaGroupId);
      await addMember(app().db, local.userNo, subGroupId);
      await addMember(app().db, kim.userNo, subGroupId);
      const group = (await send('GET', `/Groups/${subGroupId}`)).body;
      expect(group.members).toMatchObject([{ value: kim.id }]);
      await send('PUT', `/Groups/${subGroupId}`, { ...group, members: [] });
      const members = await rowsOf(app().db, 'subGroupMember', { subGroupId }, ['userNo']);
      expect(members).toEqual([{ userNo: local.userNo }]);
      const [revoked] = await auditOf('subGroup.revoke', subGroupId);
      expect(revoked).toMatchObject({ detail: { userNo: kim.userNo } });
    });

    it('refuses unknown members, total admins, other names, and deletion while it has clusters', async () => {
      const { create, send, patch } = await provider();
      const boss = await create({ roles: [{ value: 'totalAdmin' }] });
      const local = await addUser(app().db);
      const metaGroupId = await addMetaGroup(app().db, null, uniqueName('meta'));
      const subGroupId = await addSubGroup(app().db, metaGroupId);
      await addCluster(app().db, subGroupId);
      const path = `/Groups/${subGroupId}`;
      for (const id of ['999999999', 'x', String(local.userNo), boss.id])
        expect(await patch(path, { op: 'add', path: 'members', value: [{ value: id }] })).toMatchObject(
          invalid,
        );
      const renamed = await patch(path, { op: 'replace', path: 'displayName', value: 'x/y' });
      expect(renamed).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
      expect(await send('DELETE', path)).toMatchObject({ status: 409 });
      await app().db.deleteFrom('cluster').where('subGroupId', '=', subGroupId).execute();
      expect(await send('DELETE', path)).toMatchObject({ status: 204 });
    });

    it('is created below an existing meta group only, once', async () => {
      const { send } = await provider();
      const metaGroupName = uniqueName('meta');
      await addMetaGroup(app().db, null, metaGroupName);
      for (const displayName of ['no slash', `${uniqueName('missing')}/a`, 'a/b/c'])
        expect(await send('POST', '/Groups', { schemas: [GROUP], displayName })).toMatchObject(invalid);
      const body = { schemas: [GROUP], displayName: `${metaGroupName}/한번` };
      expect(await send('POST', '/Groups', body)).toMatchObject({ status: 201 });
      expect(await send('POST', '/Groups', body)).toMatchObject(notUnique);
    });
  });

  describe('lists and discovery', () => {
    it('have pages in a stable order', async () => {
      const { create, send } = await provider();
      for (let index = 0; index < 3; index++) await create();
      const all = (await send('GET', '/Users')).body;
      expect(all).toMatchObject({ startIndex: 1, itemsPerPage: all.totalResults });
      const second = (await send('GET', '/Users?startIndex=2&count=1&attributes=userName')).body;
      expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 });
      const { id, userName, schemas } = all.Resources[1];
      expect(second.Resources).toEqual([{ id, userName, schemas }]);
      expect((await send('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
      expect((await send('GET', '/Users?startIndex=-5&count=x')).body).toMatchObject({ startIndex: 1 });
    });

    it('refuse filters that are not supported', async () => {
      const { send } = await provider();
      const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
      const refused = { status: 400, body: { schemas, scimType: 'invalidFilter' } };
      for (const filter of ['userName sw "a"', 'emails pr', 'x'])
        expect(await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject(refused);
    });

    it('describe the server', async () => {
      const { send } = await provider();
      const { body } = await send('GET', '/ServiceProviderConfig');
      expect(body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
      expect((await send('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 });
      expect((await send('GET', `/Schemas/${USER}`)).body).toMatchObject({ id: USER });
      expect(await send('POST', '/Bulk', {})).toMatchObject({ status: 404, body: { status: '404' } });
      for (const path of ['/Schemas/x', '/Bulk', '/Users/0', '/Users/x'])
        expect(await send('GET', path)).toMatchObject({ status: 404, body: { status: '404' } });
    });
  });

  describe('who may call', () => {
    const objects: [Method, string][] = ['/Users', '/Groups'].flatMap((path): [Method, string][] => [
      ...(['GET', 'POST'] as const).map((method): [Method, string] => [method, path]),
      ...(['GET', 'PUT', 'PATCH', 'DELETE'] as const).map((one): [Method, string] => [one, `${path}/1`]),
    ]);
    const discovery = ['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/User', 'Schemas'];
    const reads = [...discovery, `Schemas/${USER}`, 'Anything'];
    const calls = [...objects, ...reads.map((path): [Method, string] => ['GET', `/${path}`])];

    it('only a token of a total admin without a limit to groups; a session never', async () => {
      const { db } = app();
      const groupAdmin = await addUser(db, { role: 3 });
      const admin = await addUser(db, { role: 1 });
      const metaGroupId = await addMetaGroup(db, groupAdmin.userNo);
      const tokens = [
        await tokenOf(groupAdmin.userId, 3, [metaGroupId]),
        await tokenOf(admin.userId, 3),
        await tokenOf(admin.userId, 1, [metaGroupId]),
      ];
      for (const token of tokens) {
        const { send } = await provider(token);
        for (const [method, path] of calls) {
          const answer = await send(method, path, method[0] === 'P' ? {} : undefined);
          expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { status: '403' } });
        }
      }
      const cookie = { cookie: `gwanje_session=${await app().newToken('key')}`, origin: app().origin };
      for (const [method, path] of calls)
        for (const headers of [{}, cookie]) {
          const answer = await app().app.inject({ method, url: `/scim/v2${path}`, headers });
          expect(answer).toMatchObject({ statusCode: 401 });
          expect(answer.headers['www-authenticate']).toBe('Bearer');
        }
    });

    it('a token whose owner was suspended or demoted is refused with the next request', async () => {
      const { admin, send } = await provider();
      expect(await send('GET', '/Users')).toMatchObject({ status: 200 });
      const { db } = app();
      await db.updateTable('userAccount').set({ role: 3 }).where('userNo', '=', admin.userNo).execute();
      expect(await send('GET', '/Users')).toMatchObject({ status: 403 });
      await db.updateTable('userAccount').set({ status: 2 }).where('userNo', '=', admin.userNo).execute();
      expect(await send('GET', '/Users')).toMatchObject({ status: 401 });
    });

    it('wrong bodies are 400 and change nothing', async () => {
      const { send, create } = await provider();
      const { id } = await create();
      const before = (await send('GET', `/Users/${id}`)).body;
      const change = (op: object) => ({ schemas: [PATCH], Operations: [op] });
      const bodies: [Method, string, unknown][] = [
        ['POST', '', {}],
        ['POST', '', { userName: '' }],
        ['POST', '', { userName: 'a\u0000b' }],
        ['POST', '', { userName: uniqueName('bad'), emails: [{ value: 'nonsense' }] }],
        ['POST', '', { userName: uniqueName('bad'), active: 'perhaps' }],
        ['POST', '', []],
        ['PUT', `/${id}`, { userName: 7 }],
        ['PATCH', `/${id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] }],
        ['PATCH', `/${id}`, { schemas: [PATCH], Operations: [] }],
        ['PATCH', `/${id}`, change({ op: 'add', path: '__proto__.x', value: 1 })],
        ['PATCH', `/${id}`, change({ op: 'remove', path: 'userName' })],
      ];
      for (const [method, path, body] of bodies)
        expect(await send(method, `/Users${path}`, body), JSON.stringify(body)).toMatchObject({
          status: 400,
        });
      expect(await send('POST', '/Users', { userName: 'x' }, 'text/plain')).toMatchObject({ status: 400 });
      expect((await send('GET', `/Users/${id}`)).body).toEqual(before);
    });
  });
});
