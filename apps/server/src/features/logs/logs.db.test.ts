import { once } from 'node:events';
import { TUNNEL_CREDIT_BYTES } from '@gwanje/contract/objects/log-tunnel';
import {
  getLogAccess,
  LOG_STREAMS_PER_USER,
  openLog,
  updateLogPermissions,
} from '@gwanje/contract/objects/logs';
import { startViewAs } from '@gwanje/contract/users/session';
import { changeRows, rowOf } from '@gwanje/testkit/testing/rows';
import { afterEach, expect, it, vi } from 'vitest';
import { auditOf } from '../../testing/audit.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { makeWorld } from '../../testing/example-world.ts';
import { addMember, addUser, userNoOf } from '../../testing/world.ts';
import { RECHECK_MS } from './log-stream.ts';
import { LogClient } from './testing/log-client.ts';
import { addToken, linesOf, portOf, TestAgent, timeOf } from './testing/test-agent.ts';

describeWithOwnApp('logs', (app) => {
  afterEach(() => void vi.useRealTimers());

  /** A cluster with its agent connected, and the admin who owns its group. */
  async function scene(mayReadLogs: boolean | null = true) {
    const { db, newToken } = app();
    const admin = await addUser(db, { role: 3 });
    const { hostId, subGroupId, collected } = await makeWorld(app(), admin.userNo);
    const { token, tokenId } = await addToken(db, hostId);
    const port = await portOf(app().app);
    const connect = () => TestAgent.connect(port, token, mayReadLogs);
    const agent = await connect();
    const session = await newToken(admin.userId);
    const source = { podId: collected.podId, containerName: 'main' };
    const open = (body: object = {}, by = session) =>
      LogClient.open(port, app().origin, by, { sourceList: [source], ...body });
    return { hostId, subGroupId, tokenId, agent, connect, session, admin, source, open, port };
  }

  it('reach the browser through the agent, and the opening is in the audit log', async () => {
    const { agent, open, source, admin, hostId } = await scene();
    using client = await open({ tailLines: 50 });
    const { stream, request } = await agent.opened();
    const opened = { pod: 'web', uid: 'uid-web', container: 'main', isFollowed: true, tailLines: 50 };
    expect(request).toMatchObject(opened);
    agent.send({ type: 'state', source: stream, state: 'open', at: timeOf(0), detail: null });
    agent.send(linesOf(stream, 1, ['first', '둘째']));
    agent.send({ type: 'end', source: stream, reason: 'finished', at: timeOf(3), detail: null });
    await client.untilEvent('end');
    const list = [
      [timeOf(1), 'first'],
      [timeOf(2), '둘째'],
    ];
    expect(client.events).toMatchObject([
      { type: 'state', state: 'open', source: 0 },
      { type: 'lines', source: 0, list, position: `${timeOf(2)}/1/0` },
      { type: 'end', reason: 'finished' },
    ]);
    const entry = await rowOf(app().db, 'audit', { action: 'log.open', actorUserNo: admin.userNo });
    expect(entry).toMatchObject({
      targetKind: 'pod',
      targetId: String(source.podId),
      detail: { hostId, pod: 'web', container: 'main', previous: 'N', follow: 'Y', tailLines: 50 },
    });
  });

  it('are shown as text: control characters are replaced, and a huge line of a hostile agent is cut', async () => {
    const { agent, open } = await scene();
    using client = await open();
    const { stream } = await agent.opened();
    const hostile = '\u001b[31mred\u001b[0m\t10 %\r20 %\u0000\u0007\u009b2J<script>alert(1)</script>\ud800';
    agent.send(linesOf(stream, 1, [hostile, 'x'.repeat(40_000)]));
    const { list } = await client.untilEvent('lines');
    expect(list[0]?.[1]).toBe(
      '\u001b[31mred\u001b[0m\t10 %\r20 %\ufffd\ufffd\ufffd2J<script>alert(1)</script>\ufffd',
    );
    expect([list[1]?.[1].length, list[1]?.[2]]).toEqual([16_384, 40_000 - 16_384]);
  });

  it('go on after the last line when the agent was away, and say so', async () => {
    const { agent, connect, open } = await scene();
    using client = await open();
    const first = await agent.opened();
    agent.send({ type: 'state', source: first.stream, state: 'open', at: timeOf(0), detail: null });
    agent.send(linesOf(first.stream, 1, ['a', 'b']));
    await client.untilEvent('lines');
    agent[Symbol.dispose]();
    expect(await client.untilEvent('state', 1)).toMatchObject({ state: 'agentGone' });
    using again = await connect();
    const second = await again.opened();
    expect(second.request.resume).toBe(`${timeOf(2)}/1/0`);
    again.send(linesOf(second.stream, 3, ['c']));
    await client.untilEvent('lines', 1);
    expect(client.texts).toEqual(['a', 'b', 'c']);
  });

  it('stop at the agent while the browser does not read, so that no memory is filled', async () => {
    const { agent, open, hostId } = await scene();
    using client = await open();
    const { stream, creditBytes } = await agent.opened();
    client.response.pause();
    client.response.socket.pause();
    let credit = creditBytes;
    let sentBytes = 0;
    let granted = 0;
    // An agent that sends as much as it may, until nothing is granted any more.
    const tunnel = app().services.logs.findOwn(hostId);
    const message = linesOf(stream, 1, Array(100).fill('x'.repeat(300)));
    const bytes = Buffer.byteLength(JSON.stringify(message));
    const isStuck = () => credit <= 0 && (tunnel?.queuedBytes ?? 0) > TUNNEL_CREDIT_BYTES / 2;
    while (!isStuck()) {
      if (credit > 0) {
        agent.send(message);
        credit -= bytes;
        sentBytes += bytes;
      }
      await new Promise((resolve) => setImmediate(resolve));
      const grants = agent.received.filter((received) => received.type === 'credit');
      credit += grants.slice(granted).reduce((sum, grant) => sum + grant.bytes, 0);
      granted = grants.length;
      expect(tunnel?.queuedBytes ?? 0).toBeLessThanOrEqual(TUNNEL_CREDIT_BYTES + bytes);
      expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
    }
    client.response.socket.resume();
    client.response.resume();
    // Nothing is lost: all that was sent arrives.
    await client.until((events) => events.length === sentBytes / bytes);
  });

  it('of an agent that sends more than was granted end its connection', async () => {
    const { agent, open } = await scene();
    using client = await open();
    const { stream } = await agent.opened();
    client.response.socket.pause();
    const lines = linesOf(stream, 1, Array(300).fill('x'.repeat(300)));
    for (let index = 0; index < 400; index++) agent.send(lines);
    // 1006: the server does not wait long for an answer to its close.
    expect([1006, 1008]).toContain(await agent.closed);
  });

  it('say who may read them, and which cluster does not offer them', async () => {
    const { agent, hostId, session, subGroupId } = await scene(false);
    const { db, signIn, withToken, newToken } = app();
    const user = await addUser(db, { role: 2 });
    await addMember(db, user.userNo, subGroupId);
    const userToken = await newToken(user.userId);
    const stateFor = async (token: string) =>
      (await withToken(token).ok(getLogAccess, { params: { hostId } })).state;
    await vi.waitFor(async () => expect(await stateFor(session)).toBe('noRight'));
    expect(await stateFor(userToken)).toBe('noPermission');
    const total = await signIn('total');
    await total.ok(updateLogPermissions, { body: [{ subGroupId, logReaders: 'user' }] });
    agent.send({ type: 'hello', version: '0.1.0', mayReadLogs: true });
    await vi.waitFor(async () => expect(await stateFor(userToken)).toBe('available'));
    await total.ok(updateLogPermissions, { body: [{ subGroupId, logReaders: 'totalAdmin' }] });
    expect(await stateFor(session)).toBe('noPermission');
    expect(await stateFor(await newToken('total'))).toBe('available');
    agent[Symbol.dispose]();
    await vi.waitFor(async () => expect(await stateFor(await newToken('total'))).toBe('agentNotConnected'));
  });

  it('are refused to users of the group, and to everybody else as if the pod did not exist', async () => {
    const { agent, source, subGroupId, session, admin } = await scene();
    const { db, withToken, newToken } = app();
    const [user, stranger] = [await addUser(db, { role: 2 }), await addUser(db, { role: 3 })];
    await addMember(db, user.userNo, subGroupId);
    const attempt = async (token: string, podId: number) =>
      (await withToken(token).call(openLog, { body: { sourceList: [{ ...source, podId }] } })).code;
    const [userToken, strangerToken] = [await newToken(user.userId), await newToken(stranger.userId)];
    expect(await attempt(userToken, source.podId)).toBe(8005);
    expect(await attempt(strangerToken, source.podId)).toBe(8003);
    expect(await attempt(strangerToken, 2_000_000_000)).toBe(8003);
    const viewing = await newToken('total');
    await withToken(viewing).ok(startViewAs, { body: { userNo: admin.userNo } });
    expect(await attempt(viewing, source.podId)).toBe(8010);
    expect(await attempt(session, source.podId)).toBe(200);
    expect((await agent.opened()).request.pod).toBe('web');
    expect(agent.received.filter(({ type }) => type === 'open').length).toBe(1);
  });

  it('end when the right to read them is taken away, and when the session ends', async () => {
    const { agent, open, subGroupId, admin } = await scene();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    using client = await open();
    await agent.opened();
    const total = await app().signIn('total');
    await total.ok(updateLogPermissions, { body: [{ subGroupId, logReaders: 'totalAdmin' }] });
    vi.advanceTimersByTime(RECHECK_MS);
    expect(await client.untilEvent('end')).toMatchObject({ reason: 'noPermission' });
    await agent.until((received) => received.find(({ type }) => type === 'close'));
    await total.ok(updateLogPermissions, { body: [{ subGroupId, logReaders: 'groupAdmin' }] });
    using other = await open();
    await agent.opened(1);
    const ended = once(other.response, 'end');
    await app().db.deleteFrom('session').where('userNo', '=', admin.userNo).execute();
    vi.advanceTimersByTime(RECHECK_MS);
    await ended;
    expect(RECHECK_MS).toBeLessThanOrEqual(5000);
  });

  it('are open at most ten times for a user', async () => {
    const { open } = await scene();
    const clients = await Promise.all(Array.from({ length: LOG_STREAMS_PER_USER }, () => open()));
    expect(clients.map(({ response }) => response.statusCode)).toEqual(clients.map(() => 200));
    using refused = await open();
    expect(refused.response.statusCode).toBe(429);
    for (const client of clients) client[Symbol.dispose]();
    await vi.waitFor(async () => {
      using again = await open();
      expect(again.response.statusCode).toBe(200);
    });
  });

  it('are set by total admins only, and each change is in the audit log', async () => {
    const { subGroupId, session } = await scene();
    const body = [{ subGroupId, logReaders: 'user' }];
    expect((await app().withToken(session).call(updateLogPermissions, { body })).code).toBe(8005);
    await (await app().signIn('total')).ok(updateLogPermissions, { body });
    const [entry] = await auditOf(app().db, 'subGroup', subGroupId);
    const detail = { before: { logReaders: 'groupAdmin' }, after: { logReaders: 'user' } };
    const actorUserNo = await userNoOf(app().db, 'total');
    expect(entry).toMatchObject({ action: 'subGroup.logReaders', actorUserNo, detail });
  });

  describeTunnel();

  function describeTunnel(): void {
    it.each([
      ['without a token', ''],
      ['with an unknown token', `gwj_${'x'.repeat(43)}`],
    ])('refuse an agent %s before the connection is open', async (_, token) => {
      const port = await portOf(app().app);
      await expect(TestAgent.connect(port, token)).rejects.toThrow('refuses');
    });

    it('refuse the token of the node agents', async () => {
      const { hostId, port } = await scene();
      const { token } = await addToken(app().db, hostId, 'node');
      await expect(TestAgent.connect(port, token)).rejects.toThrow('refuses');
    });

    it('end the connection of a revoked token and of a deleted cluster', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const { agent, tokenId } = await scene();
      const second = await scene();
      await changeRows(app().db, 'clusterToken', { tokenId }, { revokedAt: new Date() });
      await app().db.deleteFrom('clusterToken').where('tokenId', '=', second.tokenId).execute();
      app().clock.advance(3000);
      vi.advanceTimersByTime(2000);
      expect(await Promise.all([agent.closed, second.agent.closed])).toEqual([1008, 1008]);
    });

    it('replace the connection of an agent that connects again', async () => {
      const { agent, connect, open } = await scene();
      using again = await connect();
      await agent.closed;
      using _client = await open();
      expect((await again.opened()).request.pod).toBe('web');
    });
  }
});
