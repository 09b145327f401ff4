import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_PREFIX } from '@gwanje/contract/address';
import { HostId } from '@gwanje/contract/ids';
import { SESSION_COOKIE } from '@gwanje/contract/session';
import { startViewAs } from '@gwanje/contract/view-as';
import { expect, it } from 'vitest';
import { STREAMS_PER_USER } from '../../stream/hub.ts';
import { describeWithApp } from '../../testing/describe-with-app.ts';
import { addCluster, addMember, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';

describeWithApp(
  'the stream',
  (app) => {
    /** A user of one group, and a cluster in it and in another. */
    async function setting() {
      const { db, services } = app();
      const { userNo, userId } = await addUser(db);
      const metaGroupId = await addMetaGroup(db, null);
      const [own, foreign] = [await addSubGroup(db, metaGroupId), await addSubGroup(db, metaGroupId)];
      await addMember(db, userNo, own);
      const [seen, hidden] = [await addCluster(db, own), await addCluster(db, foreign)];
      await services.collector.refresh();
      return { userNo, own, seen, hidden, token: await app().newToken(userId) };
    }

    async function open(token: string | undefined, lastEventId?: string): Promise<IncomingMessage> {
      const server = app().app;
      if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
      const { port } = server.server.address() as AddressInfo;
      const headers = {
        ...(token ? { cookie: `${SESSION_COOKIE}=${token}` } : {}),
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      };
      const [answer] = await once(request({ port, path: `${API_PREFIX}/stream`, headers }).end(), 'response');
      answer.setEncoding('utf8');
      return answer;
    }

    /** Reads until a text has come. */
    async function readUntil(stream: IncomingMessage, text: string): Promise<string> {
      let all = '';
      for await (const [chunk] of on(stream)) {
        all += chunk;
        if (all.includes(text)) break;
      }
      return all;
    }

    function publish(hostId: number): void {
      const kinds = ['pod' as const];
      app().services.stream.publish({ type: 'inventoryChanged', hostId: HostId.parse(hostId), kinds });
    }

    it('needs a session', async () => {
      const answer = await open(undefined);
      expect(answer.statusCode).toBe(401);
      answer.destroy();
    });

    it('tells of the own groups alone, and replays what was missed', async () => {
      const { seen, hidden, token } = await setting();
      const stream = await open(token);
      expect(stream.headers['content-type']).toContain('text/event-stream');
      expect(stream.headers['cache-control']).toContain('no-store');
      const hello = await readUntil(stream, 'welcome');
      publish(hidden);
      publish(seen);
      const told = await readUntil(stream, `"hostId":${seen},`);
      expect(told).not.toContain(`"hostId":${hidden},`);
      stream.destroy();
      const again = await open(token, /id: (\S+)/.exec(hello)?.[1]);
      expect(await readUntil(again, 'welcome')).toContain(`"hostId":${seen},`);
      again.destroy();
    });

    it('replays alarms that were missed, in the order in which they came', async () => {
      const { seen, token } = await setting();
      const stream = await open(token);
      const hello = await readUntil(stream, 'welcome');
      stream.destroy();
      const { stream: hub } = app().services;
      const hostId = HostId.parse(seen);
      hub.publish({ type: 'alarm', hostId, list: [], totalCnt: 7 });
      hub.publish({ type: 'alarmChanged', hostId, list: [], totalCnt: 8 });
      const again = await open(token, /id: (\S+)/.exec(hello)?.[1]);
      const told = await readUntil(again, 'welcome');
      expect(told).toMatch(/event: alarm\n.*"totalCnt":7[\s\S]*event: alarmChanged\n.*"totalCnt":8/);
      again.destroy();
    });

    it('cuts whoever does not read, and tells the others all the same', async () => {
      const { seen, token } = await setting();
      const [slow, other] = [await open(token), await open(token)];
      await readUntil(slow, 'welcome');
      await readUntil(other, 'welcome');
      slow.pause();
      slow.socket.pause();
      const { stream: hub } = app().services;
      const isCut = new Promise((resolve) => slow.once('close', resolve));
      slow.on('error', () => {});
      const before = hub.viewerCnt;
      let heard = '';
      other.on('data', (chunk) => {
        heard += chunk;
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
      await expect.poll(() => heard.includes('"kinds":["pod"]')).toBe(true);
      other.destroy();
    });

    it('is opened no more often by one user than a person could want, and by others all the same', async () => {
      const { token } = await setting();
      const others = await setting();
      const streams = await Promise.all(Array.from({ length: STREAMS_PER_USER }, () => open(token)));
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

    // Each waits some seconds until its stream looks again at what it may tell: all at the same time.
    it.concurrent('ends within seconds when the session does', async () => {
      const { userNo, token } = await setting();
      const stream = await open(token);
      await readUntil(stream, 'welcome');
      await app().db.deleteFrom('session').where('userNo', '=', userNo).execute();
      stream.resume();
      await once(stream, 'end');
    });

    it.concurrent('of a cluster that is moved goes to those of its new group, and no more to those of the old', async ({
      expect,
    }) => {
      const former = await setting();
      const later = await setting();
      const told = { former: '', later: '' };
      const streams: IncomingMessage[] = [];
      for (const [who, { token }] of [
        ['former', former],
        ['later', later],
      ] as const) {
        const stream = await open(token);
        streams.push(stream);
        await readUntil(stream, 'welcome');
        stream.on('data', (chunk) => {
          told[who] += chunk;
        });
      }
      const { db, services } = app();
      await db
        .updateTable('cluster')
        .set({ subGroupId: later.own })
        .where('hostId', '=', former.seen)
        .execute();
      await services.collector.clusterChanged(former.seen);
      const receivers = () => {
        Object.assign(told, { former: '', later: '' });
        publish(former.seen);
        return new Promise((resolve) =>
          setTimeout(() => resolve([told.former !== '', told.later !== '']), 50),
        );
      };
      await expect.poll(receivers, { timeout: 8000, interval: 100 }).toEqual([false, true]);
      for (const stream of streams) stream.destroy();
    });

    it.concurrent('tells nothing more of a cluster whose group was taken away', async ({ expect }) => {
      const { userNo, own, seen, token } = await setting();
      const stream = await open(token);
      let told = await readUntil(stream, 'welcome');
      stream.on('data', (chunk) => {
        told += chunk;
      });
      await app().db.deleteFrom('subGroupMember').where('userNo', '=', userNo).execute();
      const before = performance.now();
      const isTold = () => {
        const length = told.length;
        publish(seen);
        return new Promise<boolean>((resolve) =>
          setImmediate(() => setTimeout(() => resolve(told.length > length), 50)),
        );
      };
      await expect.poll(isTold, { timeout: 8000, interval: 100 }).toBe(false);
      expect(performance.now() - before).toBeLessThan(6000);
      expect(own).toBeGreaterThan(0);
      stream.destroy();
    });

    it.concurrent('of an admin who views as another follows what the other sees, on the account of the admin', async ({
      expect,
    }) => {
      const { userNo, seen, hidden } = await setting();
      const admin = await addUser(app().db, { role: 1 });
      const token = await app().newToken(admin.userId);
      const stream = await open(token);
      await readUntil(stream, 'welcome');
      let told = '';
      stream.on('data', (chunk) => {
        told += chunk;
      });
      const toldOf = () => {
        told = '';
        publish(hidden);
        publish(seen);
        return new Promise((resolve) =>
          setTimeout(() => resolve([hidden, seen].map((id) => told.includes(`"hostId":${id},`))), 50),
        );
      };
      await expect.poll(toldOf).toEqual([true, true]);
      const caller = app().withToken(token);
      await caller.ok(startViewAs, { body: { userNo } });
      const before = performance.now();
      await expect.poll(toldOf, { timeout: 8000, interval: 100 }).toEqual([false, true]);
      expect(performance.now() - before).toBeLessThan(6000);
      const { stream: hub } = app().services;
      const another = await open(token);
      await readUntil(another, 'welcome');
      expect([hub.countOf(admin.userNo), hub.countOf(userNo)]).toEqual([2, 0]);
      await app().db.updateTable('userAccount').set({ status: 2 }).where('userNo', '=', userNo).execute();
      await Promise.all([once(stream, 'end'), once(another.resume(), 'end')]);
    });
  },
  ['postgres'],
);

async function* on(stream: IncomingMessage): AsyncGenerator<[string]> {
  while (!stream.readableEnded) yield (await once(stream, 'data')) as [string];
}
