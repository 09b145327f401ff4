import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { openDatabase } from '@gwanje/backend/database/connection';
import { socketPathIn } from '@gwanje/backend/database/embedded-address';
import { readRightsStamp } from '@gwanje/backend/database/rights-stamp';
import { createSession, endSession } from '@gwanje/backend/identity/sessions';
import { toUser } from '@gwanje/backend/identity/users';
import { FakeClock } from '@gwanje/testkit/clock';
import { describeOnEachDatabase, openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { startEmbeddedDatabase } from '@gwanje/testkit/embedded-database';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, inject, it } from 'vitest';
import { addMember, addMetaGroup, addSubGroup, addUser } from '../testing/world.ts';
import { RightsMemory } from './rights.ts';

const ORIGIN = { userAgent: 'test', address: '127.0.0.1' };

async function signedIn({ db, address }: Pick<TestDatabase, 'db' | 'address'>, clock = new FakeClock()) {
  const { userNo } = await addUser(db, { role: 2 });
  const token = await createSession(db, userNo, ORIGIN, clock.now());
  const rights = new RightsMemory({ db, stamp: () => readRightsStamp(address), now: clock.now });
  const session = () => rights.session(token, clock.now());
  const allowed = async () => [...(await rights.allowed({ userNo, role: 2 }))];
  return { rights, token, userNo, clock, session, allowed };
}

describeOnEachDatabase('rights that are remembered', (database) => {
  it('follow every change at once', async () => {
    const { db } = database();
    const { token, userNo, session, allowed } = await signedIn(database());
    expect((await session())?.account.userNo).toBe(userNo);
    expect(await allowed()).toEqual([]);
    const subGroupId = await addSubGroup(db, await addMetaGroup(db, userNo));
    await addMember(db, userNo, subGroupId);
    expect(await allowed()).toEqual([subGroupId]);
    await db.updateTable('userAccount').set({ name: 'Renamed' }).where('userNo', '=', userNo).execute();
    expect((await session())?.account.name).toBe('Renamed');
    await db.deleteFrom('subGroupMember').where('userNo', '=', userNo).execute();
    expect(await allowed()).toEqual([]);
    await db.updateTable('userAccount').set({ status: 3 }).where('userNo', '=', userNo).execute();
    expect(await session()).toBeNull();
    await db.updateTable('userAccount').set({ status: 1 }).where('userNo', '=', userNo).execute();
    const again = await session();
    expect(again && toUser(again.account).status).toBe(1);
    await endSession(db, token);
    expect(await session()).toBeNull();
  });

  it('end with the session, and go on with activity in it', async () => {
    const { rights, token, clock, session } = await signedIn(database());
    const first = await session();
    const lastsMs = (first?.endsAt.getTime() ?? 0) - clock.now().getTime();
    clock.advance(lastsMs - 60_000);
    const now = clock.now();
    if (first) await rights.noteActivity(token, first, now);
    clock.advance(120_000);
    expect((await session())?.lastSeenAt).toEqual(now);
    clock.advance(lastsMs);
    expect(await session()).toBeNull();
  });
});

it('the embedded database is not asked again for what has not changed, and not needed', async () => {
  using folder = temporaryFolder();
  cpSync(inject('embeddedTemplate'), join(folder.path, 'postgres'), { recursive: true });
  await using database = await startEmbeddedDatabase(folder.path);
  const store = openDatabase(database.address);
  const { session, allowed, clock, userNo, rights, token } = await signedIn({
    address: database.address,
    db: store.db,
  });
  expect((await session())?.account.userNo).toBe(userNo);
  expect(await allowed()).toEqual([]);
  await database.stop();
  clock.advance(3_600_000);
  const known = await session();
  expect(known?.account.userNo).toBe(userNo);
  if (known) await rights.noteActivity(token, known, clock.now());
  expect(await allowed()).toEqual([]);
  await database.start();
  expect((await session())?.account.userNo).toBe(userNo);
  await store.close();
});

it('activity waits its turn in a busy embedded database, and nobody waits with it', async () => {
  using folder = temporaryFolder();
  cpSync(inject('embeddedTemplate'), join(folder.path, 'postgres'), { recursive: true });
  await using database = await startEmbeddedDatabase(folder.path);
  const store = openDatabase(database.address);
  const { session, clock, rights, token } = await signedIn({ address: database.address, db: store.db });
  const known = await session();
  if (!known) throw new Error('no session');
  clock.advance(120_000);
  const [isHeld, isLetGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = store.db.transaction().execute(async (trx) => {
    await trx.selectFrom('userAccount').select('userNo').execute();
    isHeld.resolve();
    await isLetGo.promise;
  });
  await isHeld.promise;
  await rights.noteActivity(token, known, clock.now());
  await rights.noteActivity(token, known, clock.now());
  expect((await session())?.lastSeenAt).toEqual(known.lastSeenAt);
  isLetGo.resolve();
  await holding;
  await expect.poll(async () => (await session())?.lastSeenAt).toEqual(clock.now());
  await store.close();
});

it('while a server is away, what it said last counts for five minutes', async () => {
  const database = await openTestDatabase();
  await using way = await openWay(database);
  const store = openDatabase({ url: way.url });
  const { session, allowed, clock, userNo } = await signedIn({ db: store.db, address: { url: way.url } });
  expect((await session())?.account.userNo).toBe(userNo);
  expect(await allowed()).toEqual([]);
  way.cut();
  expect((await session())?.account.userNo).toBe(userNo);
  clock.advance(240_000);
  expect((await session())?.account.userNo).toBe(userNo);
  expect(await allowed()).toEqual([]);
  clock.advance(61_000);
  await expect(session()).rejects.toThrow();
  await store.close();
  await database.close();
});

/** To a PostgreSQL server, until it is cut. */
async function openWay({ address }: TestDatabase) {
  if (!('url' in address)) throw new Error('a server is needed');
  const url = new URL(address.url);
  const socketDir = url.searchParams.get('host') ?? '';
  const folder = temporaryFolder();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(socketPathIn(socketDir));
    for (const one of [socket, onward]) sockets.add(one.on('error', () => {}));
    socket.pipe(onward).pipe(socket);
  });
  server.listen(socketPathIn(folder.path));
  await once(server, 'listening');
  url.searchParams.set('host', folder.path);
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      folder[Symbol.dispose]();
    },
  };
}
