import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { HostId } from '@gwanje/contract/definition/fields';
import { SESSION_COOKIE, startViewAs } from '@gwanje/contract/users/session';
import { changeRows } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { STREAMS_PER_OWNER } from '../../platform/stream/hub.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { addCluster, addMember, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';
import { PING_MS, RECHECK_MS } from './stream-routes.ts';

/** Received data that was not read yet. */
const unread = new WeakMap<IncomingMessage, string>();

describeWithOwnApp('the stream', (app) => {
  // The test controls the stream's timers, and so the time of each recheck of rights.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  /** A user of one group, a cluster in this group and a cluster in another group. */
  async function userWithTwoClusters() {
    const { db, services } = app();
    const { userNo, userId } = await addUser(db);
    const metaGroupId = await addMetaGroup(db, null);
    const [own, foreign] = [await addSubGroup(db, metaGroupId), await addSubGroup(db, metaGroupId)];
    await addMember(db, userNo, own);
    const [seen, hidden] = [await addCluster(db, own), await addCluster(db, foreign)];
    await services.pipeline.refresh();
    return { userNo, own, seen, hidden, token: await app().newToken(userId) };
  }

  async function open(token: string | undefined, lastEventId?: string): Promise<IncomingMessage> {
    const server = app().app;
    if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const headers = {
      'sec-fetch-site': 'same-origin',
      ...(token ? { cookie: `${SESSION_COOKIE}=${token}` } : {}),
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    };
    const [answer] = await once(request({ port, path: `${API_PREFIX}/stream`, headers }).end(), 'response');
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => unread.set(answer, `${unread.get(answer) ?? ''}${chunk}`));
    return answer;
  }

  /** Reads until the received data contains the text. */
  async function readUntil(stream: IncomingMessage, text: string): Promise<string> {
    while (!unread.get(stream)?.includes(text)) await once(stream, 'data');
    const all = unread.get(stream) ?? '';
    unread.delete(stream);
    return all;
  }

  function publish(hostId: number): void {
    const kinds = ['pod' as const];
    app().services.stream.publish({ type: 'inventoryChanged', hostId: HostId.parse(hostId), kinds });
  }

  /** The clusters whose events each stream receives. The ping marks the end of the published events. */
  async function receivedOf(hostIds: readonly number[], ...streams: IncomingMessage[]): Promise<number[][]> {
    for (const hostId of hostIds) publish(hostId);
    vi.advanceTimersByTime(PING_MS);
    const received = await Promise.all(streams.map((stream) => readUntil(stream, ': ping')));
    return received.map((text) => hostIds.filter((hostId) => text.includes(`"hostId":${hostId},`)));
  }

  it('needs a session', async () => {
    const answer = await open(undefined);
    expect(answer.statusCode).toBe(401);
    answer.destroy();
  });

  it('sends events of allowed groups only, and replays missed events after a reconnect', async () => {
    const { seen, hidden, token } = await userWithTwoClusters();
    const stream = await open(token);
    expect(stream.headers['content-type']).toContain('text/event-stream');
    expect(stream.headers['cache-control']).toContain('no-store');
    const hello = await readUntil(stream, 'welcome');
    publish(hidden);
    publish(seen);
    const received = await readUntil(stream, `"hostId":${seen},`);
    expect(received).not.toContain(`"hostId":${hidden},`);
    stream.destroy();
    const again = await open(token, /id: (\S+)/.exec(hello)?.[1]);
    expect(await readUntil(again, 'welcome')).toContain(`"hostId":${seen},`);
    again.destroy();
  });

  it('replays missed alarm events in order', async () => {
    const { seen, token } = await userWithTwoClusters();
    const stream = await open(token);
    const hello = await readUntil(stream, 'welcome');
    stream.destroy();
    const { stream: hub } = app().services;
    const hostId = HostId.parse(seen);
    hub.publish({ type: 'alarm', hostId, list: [], totalCnt: 7 });
    hub.publish({ type: 'alarmChanged', hostId, list: [], totalCnt: 8 });
    const again = await open(token, /id: (\S+)/.exec(hello)?.[1]);
    const received = await readUntil(again, 'welcome');
    expect(received).toMatch(/event: alarm\n.*"totalCnt":7[\s\S]*event: alarmChanged\n.*"totalCnt":8/);
    again.destroy();
  });

  it('disconnects a client that does not read, and still sends to other clients', async () => {
    const { seen, token } = await userWithTwoClusters();
    const [slow, other] = [await open(token), await open(token)];
    await readUntil(slow, 'welcome');
    await readUntil(other, 'welcome');
    slow.pause();
    slow.socket.pause();
    const { stream: hub } = app().services;
    const isCut = new Promise((resolve) => slow.once('close', resolve));
    slow.on('error', () => {});
    const before = hub.viewerCnt;
    let received = '';
    other.on('data', (chunk) => {
      received += chunk;
    });
    const kinds = Array.from({ length: 2000 }, () => 'container' as const);
    for (let sent = 0; hub.viewerCnt === before && sent < 2000; sent++) {
      hub.publish({ type: 'inventoryChanged', hostId: HostId.parse(seen), kinds });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(hub.viewerCnt).toBe(before - 1);
    slow.socket.resume();
    slow.resume();
    await isCut;
    publish(seen);
    await expect.poll(() => received.includes('"kinds":["pod"]')).toBe(true);
    other.destroy();
  });

  it('refuses more than the maximum number of streams of one user', async () => {
    const { token } = await userWithTwoClusters();
    const others = await userWithTwoClusters();
    const streams = await Promise.all(Array.from({ length: STREAMS_PER_OWNER }, () => open(token)));
    for (const stream of streams) await readUntil(stream, 'welcome');
    const tooMany = await open(token);
    expect([tooMany.statusCode, tooMany.headers['retry-after']]).toEqual([429, '15']);
    expect(await readUntil(tooMany, '}')).toContain('"code":8007');
    const other = await open(others.token);
    expect(other.statusCode).toBe(200);
    other.destroy();
    streams[0]?.destroy();
    await expect
      .poll(async () => {
        const again = await open(token);
        again.destroy();
        return again.statusCode;
      })
      .toBe(200);
    for (const stream of streams) stream.destroy();
  });

  it('rechecks rights at least every five seconds', () => {
    expect(RECHECK_MS).toBeLessThanOrEqual(5000);
  });

  it('ends when the session does', async () => {
    const { userNo, token } = await userWithTwoClusters();
    const stream = await open(token);
    await readUntil(stream, 'welcome');
    await app().db.deleteFrom('session').where('userNo', '=', userNo).execute();
    stream.resume();
    vi.advanceTimersByTime(RECHECK_MS);
    await once(stream, 'end');
  });

  it('ends when the rights of its user could not be read for five minutes', async () => {
    const { db, clock } = app();
    const { token } = await userWithTwoClusters();
    const stream = await open(token);
    await readUntil(stream, 'welcome');
    stream.resume();
    const ended = once(stream, 'end');
    const [isHeld, isLetGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.transaction().execute(async (trx) => {
      await sql`lock table change_version in access exclusive mode`.execute(trx);
      isHeld.resolve();
      await isLetGo.promise;
    });
    await isHeld.promise;
    clock.advance(300_000);
    vi.advanceTimersByTime(RECHECK_MS);
    await ended;
    isLetGo.resolve();
    await holding;
  });

  it('sends events of a moved cluster to its new group, and no longer to the old one', async () => {
    const former = await userWithTwoClusters();
    const later = await userWithTwoClusters();
    const streams = [await open(former.token), await open(later.token)];
    for (const stream of streams) await readUntil(stream, 'welcome');
    const { db, services } = app();
    await changeRows(db, 'cluster', { hostId: former.seen }, { subGroupId: later.own });
    await services.pipeline.clusterChanged(former.seen);
    await expect.poll(() => receivedOf([former.seen], ...streams)).toEqual([[], [former.seen]]);
    for (const stream of streams) stream.destroy();
  });

  it('sends no more events of a cluster whose group was revoked', async () => {
    const { userNo, seen, token } = await userWithTwoClusters();
    const stream = await open(token);
    await readUntil(stream, 'welcome');
    expect(await receivedOf([seen], stream)).toEqual([[seen]]);
    await app().db.deleteFrom('subGroupMember').where('userNo', '=', userNo).execute();
    await expect.poll(() => receivedOf([seen], stream)).toEqual([[]]);
    stream.destroy();
  });

  it("follows the viewed user's rights while an admin views as them, and counts for the admin", async () => {
    const { userNo, seen, hidden } = await userWithTwoClusters();
    const admin = await addUser(app().db, { role: 1 });
    const token = await app().newToken(admin.userId);
    const stream = await open(token);
    await readUntil(stream, 'welcome');
    expect(await receivedOf([hidden, seen], stream)).toEqual([[hidden, seen]]);
    const caller = app().withToken(token);
    await caller.ok(startViewAs, { body: { userNo } });
    await expect.poll(() => receivedOf([hidden, seen], stream)).toEqual([[seen]]);
    const { stream: hub } = app().services;
    const another = await open(token);
    await readUntil(another, 'welcome');
    expect([hub.countOf(`user ${admin.userNo}`), hub.countOf(`user ${userNo}`)]).toEqual([2, 0]);
    await app().db.updateTable('userAccount').set({ status: 2 }).where('userNo', '=', userNo).execute();
    const ended = Promise.all([stream, another].map((one) => once(one.resume(), 'end')));
    vi.advanceTimersByTime(RECHECK_MS);
    await ended;
  });
});
