import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { openDatabase } from '@gwanje/backend/database/connection';
import { socketPathIn } from '@gwanje/backend/database/embedded-address';
import { createSession, endSession } from '@gwanje/backend/identity/sessions';
import { toUser } from '@gwanje/backend/identity/users';
import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase, openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { changeRows } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { insertAccessToken } from '../../../features/tokens/access-token-repository.ts';
import { addMember, addMetaGroup, addSubGroup, addUser, addWallboardKey } from '../../../testing/world.ts';
import { updateRow } from '../../store/row-repository.ts';
import { accessTokens } from './credentials.ts';
import { RightsCache } from './rights-cache.ts';

const ORIGIN = { userAgent: 'test', address: '127.0.0.1' };

async function signedIn({ db }: Pick<TestDatabase, 'db'>, clock = new FakeClock(), lastKnownMs?: number) {
  const { userNo } = await addUser(db, { role: 2 });
  const token = await createSession(db, userNo, ORIGIN, clock.now());
  const rights = new RightsCache({ db, now: clock.now, ...(lastKnownMs !== undefined && { lastKnownMs }) });
  const session = async () => (await rights.current()).session(token, clock.now());
  const allowed = async () => [...(await (await rights.current()).allowed({ userNo, role: 2 }))];
  return { rights, token, userNo, clock, session, allowed };
}

/** The group's owner creates a token limited to one meta group and a wallboard for its sub group. */
async function withKeys({ db }: Pick<TestDatabase, 'db'>, clock = new FakeClock(), lastKnownMs?: number) {
  const { userNo } = await addUser(db, { role: 3 });
  const metaGroupId = await addMetaGroup(db, userNo);
  const subGroupId = await addSubGroup(db, metaGroupId);
  const { token: script, ...kept } = accessTokens.make();
  const now = clock.now();
  const accessTokenId = await insertAccessToken(db, {
    ...kept,
    userNo,
    name: 'script',
    role: 3,
    metaGroupIds: [metaGroupId],
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  const { token: screen, wallboardKeyId } = await addWallboardKey(db, userNo, now, [subGroupId]);
  const rights = new RightsCache({ db, now: clock.now, ...(lastKnownMs !== undefined && { lastKnownMs }) });
  const holder = async () => (await rights.current()).accessToken(script, clock.now());
  const wallboard = async () => (await rights.current()).wallboard(screen);
  const use = async (address: string) => {
    const [held, shown] = [await holder(), await wallboard()];
    if (!held || !shown) throw new Error('not open');
    await rights.noteActivity({ by: 'token', token: script, holder: held, address }, clock.now());
    await rights.noteActivity({ by: 'wallboard', token: screen, wallboard: shown, address }, clock.now());
  };
  const ids = { userNo, metaGroupId, subGroupId, accessTokenId, wallboardKeyId };
  return { ...ids, clock, rights, holder, wallboard, use };
}

describeWithDatabase('cached rights', (database) => {
  it('follow every change immediately', async () => {
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

  it('end with the session, and are extended by its activity', async () => {
    const { rights, token, clock, session } = await signedIn(database());
    const first = await session();
    const lastsMs = (first?.endsAt.getTime() ?? 0) - clock.now().getTime();
    clock.advance(lastsMs - 60_000);
    const now = clock.now();
    if (first) await rights.noteActivity({ by: 'session', token, session: first }, now);
    clock.advance(120_000);
    expect((await session())?.lastSeenAt).toEqual(now);
    clock.advance(lastsMs);
    expect(await session()).toBeNull();
  });

  it('of tokens and wallboards follow every change immediately', async () => {
    const { db } = database();
    const { holder, wallboard, ...ids } = await withKeys(database());
    expect((await holder())?.user).toMatchObject({ role: 3, onlyMetaGroupIds: [ids.metaGroupId] });
    expect((await wallboard())?.user).toMatchObject({ standsFor: 3, onlySubGroupIds: [ids.subGroupId] });
    const person = db.updateTable('userAccount').where('userNo', '=', ids.userNo);
    await person.set({ role: 2 }).execute();
    expect([(await holder())?.user.role, (await wallboard())?.user.standsFor]).toEqual([2, 2]);
    await db.deleteFrom('accessTokenGroup').where('accessTokenId', '=', ids.accessTokenId).execute();
    expect((await holder())?.user.onlyMetaGroupIds).toEqual([]);
    await db.deleteFrom('wallboardKeyGroup').where('wallboardKeyId', '=', ids.wallboardKeyId).execute();
    expect((await wallboard())?.user.onlySubGroupIds).toEqual([]);
    await person.set({ status: 2 }).execute();
    expect([await holder(), await wallboard()]).toEqual([null, null]);
    await person.set({ status: 1 }).execute();
    expect([await holder(), await wallboard()]).not.toContain(null);
    await updateRow(db, 'accessToken', ids.accessTokenId, { revokedAt: new Date() });
    await changeRows(db, 'wallboardKey', { wallboardKeyId: ids.wallboardKeyId }, { revokedAt: new Date() });
    expect([await holder(), await wallboard()]).toEqual([null, null]);
  });

  it('of a token end when it expires, and those of a wallboard do not expire', async () => {
    const { holder, wallboard, clock } = await withKeys(database());
    expect([await holder(), await wallboard()]).not.toContain(null);
    clock.advance(86_400_000);
    expect(await holder()).toBeNull();
    expect(await wallboard()).not.toBeNull();
  });

  it('write the use of tokens and wallboards once a minute, with the client address', async () => {
    const { db } = database();
    const { use, clock, accessTokenId, wallboardKeyId } = await withKeys(database());
    const noted = async () => {
      const token = db
        .selectFrom('accessToken')
        .select(['lastUsedAt as at', 'lastUsedFrom as from'])
        .where('accessTokenId', '=', accessTokenId);
      const screen = db
        .selectFrom('wallboardKey')
        .select(['lastSeenAt as at', 'lastSeenFrom as from'])
        .where('wallboardKeyId', '=', wallboardKeyId);
      return [await token.executeTakeFirst(), await screen.executeTakeFirst()];
    };
    const first = { at: clock.now(), from: '10.0.0.1' };
    await use('10.0.0.1');
    await expect.poll(noted).toEqual([first, first]);
    clock.advance(59_000);
    await use('10.0.0.2');
    expect(await noted()).toEqual([first, first]);
    clock.advance(1_000);
    await use('10.0.0.3');
    const next = { at: clock.now(), from: '10.0.0.3' };
    await expect.poll(noted).toEqual([next, next]);
  });
});

it('while the database is busy, requests use the last known rights and activity is written later', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await openTestDatabase();
  stack.defer(() => database.close());
  const { session, clock, rights, token } = await signedIn(database);
  const known = await session();
  if (!known) throw new Error('no session');
  clock.advance(120_000);
  const [isHeld, isLetGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The embedded database runs one transaction at a time.
  const holding = database.db.transaction().execute(async (trx) => {
    await sql`lock table session, change_version in access exclusive mode`.execute(trx);
    isHeld.resolve();
    await isLetGo.promise;
  });
  await isHeld.promise;
  await rights.noteActivity({ by: 'session', token, session: known }, clock.now());
  await rights.noteActivity({ by: 'session', token, session: known }, clock.now());
  expect((await session())?.lastSeenAt).toEqual(known.lastSeenAt);
  const read = vi.fn(async () => 'read');
  expect(await rights.readSoon(read)).toBeUndefined();
  expect(read).not.toHaveBeenCalled();
  isLetGo.resolve();
  await holding;
  await expect.poll(async () => (await session())?.lastSeenAt).toEqual(clock.now());
});

it('a request does not wait for a slow read that it can do without', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await openTestDatabase();
  stack.defer(() => database.close());
  const { rights } = await signedIn(database);
  expect(await rights.readSoon(async () => 'read')).toBe('read');
  expect(await rights.readSoon(() => new Promise(() => {}))).toBeUndefined();
  expect(await rights.readSoon(() => Promise.reject(new Error('Query read timeout')))).toBeUndefined();
  await expect(rights.readSoon(() => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
});

describe('while the database is unavailable, the last known rights', () => {
  it('of sessions, tokens and wallboards stay valid without limit, if so configured', async () => {
    await using way = await openWay();
    const { database, store } = way;
    const { session, allowed, clock, userNo, rights, token } = await signedIn(
      store,
      new FakeClock(),
      Infinity,
    );
    const keys = await withKeys(store, clock, Infinity);
    expect((await session())?.account.userNo).toBe(userNo);
    expect(await allowed()).toEqual([]);
    expect([await keys.holder(), await keys.wallboard()]).not.toContain(null);
    way.cut();
    clock.advance(3_600_000);
    const known = await session();
    expect(known?.account.userNo).toBe(userNo);
    if (known) await rights.noteActivity({ by: 'session', token, session: known }, clock.now());
    expect(await allowed()).toEqual([]);
    await keys.use('10.0.0.1');
    expect([await keys.holder(), await keys.wallboard()]).not.toContain(null);
    await way.mend();
    await addMember(database.db, userNo, keys.subGroupId);
    clock.advance(1_000);
    expect(await allowed()).toEqual([keys.subGroupId]);
  });

  it('are not used by one of several replicas, also after its clock was set back', async () => {
    await using way = await openWay();
    const { store } = way;
    const { session, userNo, clock, rights } = await signedIn(store, new FakeClock(), 0);
    expect((await session())?.account.userNo).toBe(userNo);
    way.cut();
    await expect(session()).rejects.toThrow();
    // An open stream goes on.
    expect(rights.areForgotten()).toBe(false);
    clock.advance(-150_000);
    await expect(session()).rejects.toThrow();
    await way.mend();
    clock.advance(1_000);
    expect((await session())?.account.userNo).toBe(userNo);
  });

  it('stay valid for five minutes by default', async () => {
    await using way = await openWay();
    const { store } = way;
    const { session, allowed, clock, userNo, rights } = await signedIn(store);
    expect((await session())?.account.userNo).toBe(userNo);
    expect(await allowed()).toEqual([]);
    way.cut();
    expect((await session())?.account.userNo).toBe(userNo);
    clock.advance(240_000);
    expect((await session())?.account.userNo).toBe(userNo);
    expect(await allowed()).toEqual([]);
    expect(rights.areForgotten()).toBe(false);
    clock.advance(61_000);
    await expect(session()).rejects.toThrow();
    expect(rights.areForgotten()).toBe(true);
  });
});

/** A database, and a connection to it that the test can cut. */
async function openWay() {
  await using stack = new AsyncDisposableStack();
  const database = await openTestDatabase();
  stack.defer(() => database.close());
  if (!('url' in database.address)) throw new Error('a server is needed');
  const url = new URL(database.address.url);
  const socketDir = url.searchParams.get('host') ?? '';
  const folder = stack.use(temporaryFolder());
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(socketPathIn(socketDir));
    for (const one of [socket, onward]) sockets.add(one.on('error', () => {}));
    socket.pipe(onward).pipe(socket);
  });
  const mend = async () => {
    server.listen(socketPathIn(folder.path));
    await once(server, 'listening');
  };
  await mend();
  url.searchParams.set('host', folder.path);
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  stack.defer(cut);
  const store = openDatabase({ url: url.href });
  stack.defer(() => store.close());
  const opened = stack.move();
  return { database, store, cut, mend, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
