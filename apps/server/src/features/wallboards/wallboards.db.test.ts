import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCluster, listClusterNames } from '@gwanje/contract/clusters/clusters';
import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import {
  insertWallboardKey,
  listWallboardKeys,
  revokeWallboardKey,
  WALLBOARD_SIGN_IN_PATH,
} from '@gwanje/contract/dashboard/wallboards';
import { API_PREFIX, type Endpoint } from '@gwanje/contract/definition/endpoint';
import { STANDARD_SECURITY } from '@gwanje/contract/settings/security';
import { listGroupNames } from '@gwanje/contract/users/groups';
import { loginCheck, SESSION_COOKIE, WALLBOARD_COOKIE } from '@gwanje/contract/users/session';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { rowOf } from '@gwanje/testkit/testing/rows';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { auditOf } from '../../testing/audit.ts';
import { ownApp } from '../../testing/describe-with-app.ts';
import { makeWorld, type World } from '../../testing/example-world.ts';
import { examples } from '../../testing/examples.ts';
import { type Caller, checksum, type TestApp, type TestRequest, uniqueName } from '../../testing/test-app.ts';
import {
  addCluster,
  addMember,
  addMetaGroup,
  addSubGroup,
  addUser,
  addWallboardKey,
  userNoOf,
} from '../../testing/world.ts';

const app = ownApp();

const BOARDS = {
  boards: [
    { id: 'board-1', name: '관제실', widgets: [] },
    { id: 'board-2', name: '내 메모', widgets: [] },
  ],
  rotateSeconds: 20,
};
const params = { type: 'customMain' };

/** Sends requests like the browser of a wallboard. */
function onScreen(app: TestApp, token: string, session?: string): Caller {
  const plain = app.withToken(undefined);
  const cookies = [`${WALLBOARD_COOKIE}=${token}`, ...(session ? [`${SESSION_COOKIE}=${session}`] : [])];
  const withCookies = (sent?: TestRequest) => ({
    ...sent,
    headers: { ...sent?.headers, cookie: cookies.join('; ') },
  });
  return {
    send: (method, path, sent) => plain.send(method, path, withCookies(sent)),
    call: (endpoint, sent) => plain.call(endpoint, withCookies(sent)),
    ok: (endpoint, sent) => plain.ok(endpoint, withCookies(sent)),
  };
}

function signIn(app: TestApp, token: string, session?: string) {
  return app.app.inject({
    method: 'POST',
    url: WALLBOARD_SIGN_IN_PATH,
    headers: {
      origin: app.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...(session && { cookie: `${SESSION_COOKIE}=${session}` }),
    },
    payload: JSON.stringify({ token }),
  });
}

/** An open stream ends within this time after access is lost. */
const CUT_WITHIN_MS = 5000;

describe('a wallboard', () => {
  /** An owner of two sub groups with a cluster each, boards, and a key for the first group and board. */
  async function wallboardScene() {
    const { db } = app();
    const creator = await addUser(db, { role: 3 });
    const metaGroupId = await addMetaGroup(db, creator.userNo);
    const [shown, other] = [await addSubGroup(db, metaGroupId), await addSubGroup(db, metaGroupId)];
    const [shownHost, otherHost] = [await addCluster(db, shown), await addCluster(db, other)];
    await app().services.pipeline.refresh();
    const admin = await app().signIn(creator.userId);
    await admin.ok(saveViewOption, { params, body: BOARDS });
    const made = await admin.ok(insertWallboardKey, {
      body: { name: '관제실 왼쪽', shownSubGroupIdList: [shown], boardIdList: ['board-1'] },
    });
    const token = made.url.split('#')[1] ?? '';
    const screen = onScreen(app(), token);
    return { ...made, creator, admin, token, screen, shown, other, shownHost, otherHost };
  }

  it('is opened with its link, which sets a cookie for this host only and is audited', async () => {
    const { token, url, creator, wallboardKeyId } = await wallboardScene();
    expect(url).toBe(`${app().settings.publicUrl}/wallboard#${token}`);
    const answer = await signIn(app(), token);
    expect(answer.json()).toMatchObject({ code: 200 });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^gwanje_wallboard=gww_[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    const opened = { action: 'wallboard.open', targetId: String(wallboardKeyId) };
    const entry = await rowOf(app().db, 'audit', opened);
    expect(entry).toMatchObject({ actorUserNo: null, detail: { userId: creator.userId } });
  });

  it('shows only its groups and boards, in their current state', async () => {
    const { screen, admin, shown, other, shownHost, otherHost } = await wallboardScene();
    const { groupNameList } = await screen.ok(listGroupNames);
    const seen = groupNameList.flatMap(({ subGroupNameList }) => subGroupNameList);
    expect(seen.map(({ subGroupId }) => subGroupId)).toEqual([shown]);
    const { clusterList } = await screen.ok(listClusterNames);
    expect(clusterList.map(({ hostId }) => hostId)).toEqual([shownHost]);
    const query = { subGroupIdList: String(other) };
    expect((await screen.call(listClusterNames, { query })).code).toBe(8109);
    const summary = await screen.call(endpoints.getClusterSummary, { params: { hostId: otherHost } });
    expect(summary.code).toBe(8003);
    expect((await screen.call(getCluster, { params: { hostId: shownHost } })).code).toBe(8005);

    const seenBoards = async () => (await screen.ok(getViewOption, { params })).viewOption;
    const [first] = BOARDS.boards;
    expect(await seenBoards()).toEqual({ boards: [first], rotateSeconds: 20 });
    const body = { boards: [{ ...first, name: '새 이름' }], rotateSeconds: 60 };
    await admin.ok(saveViewOption, { params, body });
    expect(await seenBoards()).toEqual(body);
    expect((await screen.call(getViewOption, { params: { type: 'columns' } })).code).toBe(8005);
  });

  it('does not expire, and does not reveal the name of its creator', async () => {
    const { screen, creator } = await wallboardScene();
    app().clock.advance(400 * 86_400_000);
    try {
      const checked = await screen.call(loginCheck);
      expect(checked).toMatchObject({
        code: 200,
        data: { user: { role: 2, isKeyUser: 'N', email: null, name: '관제실 왼쪽' }, viewedBy: null },
      });
      expect(checked.data.wallboard).toEqual({ name: '관제실 왼쪽' });
      expect(String(checked.headers['set-cookie'])).toContain('Max-Age=34560000');
    } finally {
      app().clock.advance(-400 * 86_400_000);
    }
    const seen = (await (await app().signIn(creator.userId)).ok(listWallboardKeys)).wallboardKeyList[0];
    expect(seen).toMatchObject({ lastSeenFrom: '127.0.0.1', boardList: [{ id: 'board-1', name: '관제실' }] });
    expect(seen?.lastSeenAt).not.toBeNull();
  });

  it('loses access when its creator does, and is refused when the creator is suspended', async () => {
    const { db } = app();
    const { screen, creator, shown } = await wallboardScene();
    const hosts = async () => (await screen.ok(listClusterNames)).clusterList.length;
    const change = (values: object) =>
      db.updateTable('userAccount').set(values).where('userNo', '=', creator.userNo).execute();
    expect(await hosts()).toBe(1);
    await change({ role: 2 });
    expect(await hosts()).toBe(0);
    await addMember(db, creator.userNo, shown);
    expect(await hosts()).toBe(1);
    await db.deleteFrom('wallboardKeyGroup').where('subGroupId', '=', shown).execute();
    expect(await hosts()).toBe(0);
    await change({ status: 2 });
    expect((await screen.call(listClusterNames)).code).toBe(9999);
  });

  it('is refused from the next request on after its key is revoked', async () => {
    const { screen, admin, token, wallboardKeyId } = await wallboardScene();
    await screen.ok(listGroupNames);
    await admin.ok(revokeWallboardKey, { params: { wallboardKeyId } });
    await admin.ok(revokeWallboardKey, { params: { wallboardKeyId } });
    expect((await screen.call(listGroupNames)).code).toBe(9999);
    const again = await signIn(app(), token);
    expect([again.json().code, again.headers['set-cookie']]).toEqual([9999, undefined]);
    const records = await auditOf(app().db, 'wallboardKey', wallboardKeyId);
    expect(records.map(({ action }) => action)).toEqual(['wallboard.insert', 'wallboard.revoke']);
  });

  it('is refused like an unknown key outside the networks of wallboards, and the refusal is audited', async () => {
    const { db, clock } = app();
    const { userNo } = await addUser(db, { role: 3 });
    const { token, wallboardKeyId } = await addWallboardKey(db, userNo, clock.now(), []);
    const setNetworks = async (wallboard: string[]) => {
      const networks = { ...STANDARD_SECURITY.networks, wallboard };
      const settings = JSON.stringify({ ...STANDARD_SECURITY, networks });
      await db.updateTable('securitySetting').set({ settings }).execute();
    };
    const screen = onScreen(app(), token);
    await screen.ok(loginCheck);
    await setNetworks(['192.0.2.0/24']);
    const unknown = `gww_${'x'.repeat(43)}`;
    const { status, code, data } = await onScreen(app(), unknown).call(loginCheck);
    expect(code).toBe(9999);
    expect(await screen.call(loginCheck)).toMatchObject({ status, code, data });
    expect((await signIn(app(), token)).json()).toEqual((await signIn(app(), unknown)).json());
    const records = await auditOf(db, 'wallboardKey', wallboardKeyId);
    const record = { action: 'wallboard.open', outcome: 'denied' };
    expect(records).toMatchObject([record, record]);
    await setNetworks([]);
    await screen.ok(loginCheck);
  });

  it('does not affect a user who signs in with the same browser', async () => {
    const { token, creator } = await wallboardScene();
    const session = await app().newToken('user');
    const refused = await signIn(app(), token, session);
    expect([refused.json().code, refused.headers['set-cookie']]).toEqual([8004, undefined]);
    const person = await onScreen(app(), token, session).ok(loginCheck);
    expect(person).toMatchObject({ user: { userId: 'user' }, wallboard: null });
    const afterwards = await onScreen(app(), token, 'x'.repeat(43)).ok(loginCheck);
    expect(afterwards.user.userNo).toBe(creator.userNo);
  });

  it('is created by admins for visible groups, and stored as a hash', async () => {
    const { admin, other, token } = await wallboardScene();
    const foreign = await addSubGroup(app().db, await addMetaGroup(app().db, null));
    const body = { name: '벽', shownSubGroupIdList: [other], boardIdList: ['board-1'] };
    const made = (shownSubGroupIdList: number[]) =>
      admin.call(insertWallboardKey, { body: { ...body, shownSubGroupIdList } });
    expect([(await made([other])).code, (await made([other, foreign])).code]).toEqual([201, 8003]);
    expect((await (await app().signIn('user')).call(insertWallboardKey, { body })).code).toBe(8005);
    const rows = await Promise.all(
      (['wallboardKey', 'audit', 'idempotency'] as const).map((table) =>
        app().db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(rows)).not.toContain(token.slice(12));
    expect(JSON.stringify(await admin.ok(listWallboardKeys))).not.toContain(token.slice(12));
  });

  it('is refused with a wrong key, and repeated attempts are throttled', async () => {
    for (const token of ['', 'gww_wrong', `gww_${'x'.repeat(43)}`, "' or 1=1 --", 'x'.repeat(5000)])
      expect((await onScreen(app(), token).call(listGroupNames)).code, token).toBe(9999);
    const codes = new Set<number>();
    for (let tried = 0; tried < 60; tried++)
      codes.add((await signIn(app(), `gww_${'x'.repeat(43)}`)).json().code);
    expect(codes).toEqual(new Set([9999, 8007]));
    expect((await signIn(app(), 'x'.repeat(201))).json().code).toBe(8002);
  });
});

describe('every call by a wallboard', () => {
  const names = Object.keys(endpoints) as EndpointName[];
  let screen: Caller;
  let world: World;
  let before: string;

  beforeAll(async () => {
    const keyNo = await userNoOf(app().db, 'key');
    world = await makeWorld(app(), keyNo);
    const { token } = await addWallboardKey(app().db, keyNo, app().clock.now(), [world.subGroupId]);
    screen = onScreen(app(), token);
    await screen.ok(loginCheck);
    before = await checksum(app().db);
  });

  it.each(names)(
    '%s is allowed if the endpoint permits wallboards, otherwise refused, and changes nothing',
    async (name) => {
      const endpoint: Endpoint = endpoints[name];
      const sent = examples[name].request(world);
      const { code, data } = await screen.call(
        endpoint,
        name === 'getViewOption' ? { ...sent, params } : sent,
      );
      expect(code, JSON.stringify(data)).toBe(endpoint.wallboards ? endpoint.success : 8005);
      expect(await checksum(app().db)).toBe(before);
    },
  );

  it('is allowed only for the data of widgets and tile cards', () => {
    const objects = ['Container', 'Namespace', 'Node', 'Pod', 'Workload'].map((kind) => `get${kind}`);
    const dashboard = ['getClusterSummary', 'getDashboardObjects', 'getDashboardSummary', 'getViewOption'];
    const lists = ['Alarms', 'ClusterNames', 'Containers', 'GroupNames', 'Nodes', 'Pods'];
    const others = ['loginCheck', 'openStream', 'querySeries', 'queryTop'];
    const expected = [...objects, ...dashboard, ...lists.map((list) => `list${list}`), ...others];
    expect(names.filter((name) => endpoints[name].wallboards).sort()).toEqual(expected.sort());
  });

  it('loses its stream when the key is revoked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const keyNo = await userNoOf(app().db, 'key');
    const subGroupId = await addSubGroup(app().db, await addMetaGroup(app().db, null, uniqueName('meta')));
    const { token, wallboardKeyId } = await addWallboardKey(app().db, keyNo, app().clock.now(), [subGroupId]);
    const server = app().app;
    if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const headers = { cookie: `${WALLBOARD_COOKIE}=${token}`, 'sec-fetch-site': 'same-origin' };
    const sent = request({ port, path: `${API_PREFIX}/stream`, headers }).end();
    const [stream] = (await once(sent, 'response')) as [IncomingMessage];
    expect(stream.statusCode).toBe(200);
    await once(stream, 'data');
    const admin = await app().signIn('key');
    await admin.ok(revokeWallboardKey, { params: { wallboardKeyId } });
    stream.resume();
    vi.advanceTimersByTime(CUT_WITHIN_MS);
    await once(stream, 'end');
  });
});
