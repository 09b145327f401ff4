import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '@gwanje/testkit/session-limits';
import { addRow, changeRows } from '@gwanje/testkit/testing/rows';
import { beforeEach, expect, test } from 'vitest';
import { deleteAged } from '../retention/aged-table.ts';
import { agedIdentityTables } from './aged-identity-tables.ts';
import { replacePassword } from './password-rules.ts';
import {
  createSession,
  endAllSessionsOfUser,
  endOwnSession,
  endSession,
  endSessionsOfProvider,
  findSession,
  listSessionsOfUser,
  touchSession,
} from './sessions.ts';
import { hashToken } from './tokens.ts';
import { findUserByNo, lockUnchanged, noteLogin, toUser } from './users.ts';

const origin = { userAgent: 'a browser', address: '192.0.2.1' };
const issuer = 'https://id.example.com';
let userCnt = 0;

describeWithDatabase('sessions', (database) => {
  let clock: FakeClock;
  let userNo: number;

  async function insertUser(oidcSubject: string | null = null): Promise<number> {
    const row = await addRow(database().db, 'userAccount', {
      userId: `user-${userCnt++}`,
      name: '사용자',
      role: 2,
      oidcIssuer: oidcSubject === null ? null : issuer,
      oidcSubject,
    });
    return row.userNo;
  }

  beforeEach(async () => {
    clock = new FakeClock();
    userNo = await insertUser();
  });

  const open = (ofUserNo = userNo) => createSession(database().db, ofUserNo, origin, clock.now());
  const find = (token: string) => findSession(database().db, token, clock.now());
  async function found(token: string) {
    return (await find(token)) ?? expect.unreachable('no session');
  }

  test('only the exact token finds its session', async () => {
    const token = await open();
    expect((await find(token))?.account.userNo).toBe(userNo);
    const hash = hashToken(token).toString('hex');
    for (const wrong of ['', token.slice(1), `${token}x`, token.toLowerCase(), hash])
      expect(await find(wrong)).toBeNull();
  });

  test('end after twelve hours without activity, and activity extends them', async () => {
    const token = await open();
    clock.advance(SESSION_IDLE_MS - 1);
    const session = await found(token);
    await touchSession(database().db, session, clock.now());
    clock.advance(SESSION_IDLE_MS - 1);
    expect(await find(token)).not.toBeNull();
    clock.advance(1);
    expect(await find(token)).toBeNull();
  });

  test('end after seven days, even with activity', async () => {
    const token = await open();
    for (let ms = 0; ms < SESSION_ABSOLUTE_MS - SESSION_IDLE_MS / 2; ms += SESSION_IDLE_MS / 2) {
      clock.advance(SESSION_IDLE_MS / 2);
      const session = await found(token);
      await touchSession(database().db, session, clock.now());
    }
    clock.advance(SESSION_IDLE_MS / 2);
    expect(await find(token)).toBeNull();
  });

  test('activity does not bring back a session that has ended', async () => {
    const token = await open();
    const session = await found(token);
    await endSession(database().db, token);
    clock.advance(60_000);
    await touchSession(database().db, session, clock.now());
    expect(await find(token)).toBeNull();
  });

  test('activity is written at most once a minute', async () => {
    const token = await open();
    clock.advance(59_000);
    const session = await found(token);
    await touchSession(database().db, session, clock.now());
    expect((await find(token))?.lastSeenAt).toEqual(session.lastSeenAt);
  });

  test.each([
    [1, true],
    [2, false],
    [3, false],
    [4, true],
  ])('a user of status %i: %s', async (status, isOpen) => {
    const token = await open();
    await changeRows(database().db, 'userAccount', { userNo }, { status });
    expect((await find(token)) !== null).toBe(isOpen);
  });

  test('a changed role applies at once', async () => {
    const token = await open();
    await changeRows(database().db, 'userAccount', { userNo }, { role: 3 });
    const session = await find(token);
    expect(session && toUser(session.account).role).toBe(3);
  });

  test('ending a session returns its user; ending it again returns no user', async () => {
    const [one, two] = [await open(), await open()];
    expect(await endSession(database().db, one)).toEqual({ userNo, oidcIssuer: null, oidcIdToken: null });
    expect(await endSession(database().db, one)).toBeUndefined();
    expect(await find(one)).toBeNull();
    expect(await find(two)).not.toBeNull();
  });

  test("ending a user's sessions keeps the given session and the sessions of other users", async () => {
    const [kept, gone, foreign] = [await open(), await open(), await open(await insertUser())];
    await endAllSessionsOfUser(database().db, userNo, kept);
    const isOpen = async (token: string) => (await find(token)) !== null;
    expect(await Promise.all([kept, gone, foreign].map(isOpen))).toEqual([true, false, true]);
    await endAllSessionsOfUser(database().db, userNo);
    expect(await find(kept)).toBeNull();
  });

  test("a user cannot end another user's session by its hash", async () => {
    const foreign = await open(await insertUser());
    expect(await endOwnSession(database().db, userNo, hashToken(foreign))).toBe(false);
    expect(await find(foreign)).not.toBeNull();
    const own = await open();
    expect(await endOwnSession(database().db, userNo, hashToken(own))).toBe(true);
    expect(await find(own)).toBeNull();
  });

  test('the list shows the open sessions, latest activity first', async () => {
    const first = await open();
    clock.advance(60_000);
    const second = await open();
    const list = await listSessionsOfUser(database().db, userNo, clock.now());
    expect(list.map((session) => session.tokenHash)).toEqual([hashToken(second), hashToken(first)]);
    expect(list[0]).toMatchObject({ ...origin, createdAt: clock.now() });
    clock.advance(SESSION_IDLE_MS - 60_000);
    expect(await listSessionsOfUser(database().db, userNo, clock.now())).toHaveLength(1);
  });

  test('a provider ends one session by sid, or all sessions of a subject, and no session of other users', async () => {
    const subject = `subject-${userCnt}`;
    const person = await insertUser(subject);
    const signOn = (ofUserNo: number, sid: string, from = issuer) => {
      const oidc = { issuer: from, sid, idToken: 't' };
      return createSession(database().db, ofUserNo, { ...origin, oidc }, clock.now());
    };
    const [a, b] = [await signOn(person, `${subject}-a`), await signOn(person, `${subject}-b`)];
    const elsewhere = await signOn(userNo, `${subject}-a`, 'https://other.example.com');
    const { db } = database();
    expect(await endSessionsOfProvider(db, issuer, { sid: undefined, subject: undefined })).toEqual([]);
    expect(await endSessionsOfProvider(db, issuer, { sid: `${subject}-a`, subject: 'another' })).toEqual([]);
    const ended = [{ userNo: person }];
    expect(await endSessionsOfProvider(db, issuer, { sid: `${subject}-a`, subject })).toEqual(ended);
    expect([await find(a), await find(elsewhere)].map((session) => session !== null)).toEqual([false, true]);
    expect(await endSessionsOfProvider(db, issuer, { sid: undefined, subject })).toEqual(ended);
    expect(await find(b)).toBeNull();
  });

  test('a session without a sid ends with its subject, for any sid', async () => {
    const { db } = database();
    const subject = `without-sid-${userCnt}`;
    const oidc = { issuer, sid: null, idToken: 't' };
    const token = await createSession(db, await insertUser(subject), { ...origin, oidc }, clock.now());
    await endSessionsOfProvider(db, issuer, { sid: 'any', subject: undefined });
    await endSessionsOfProvider(db, issuer, { sid: 'any', subject: 'another' });
    expect(await find(token)).not.toBeNull();
    await endSessionsOfProvider(db, issuer, { sid: 'any', subject });
    expect(await find(token)).toBeNull();
  });

  test('the clean-up deletes expired sessions only', async () => {
    await database().db.deleteFrom('session').execute();
    const old = await open();
    clock.advance(SESSION_IDLE_MS / 2);
    const young = await open();
    clock.advance(SESSION_IDLE_MS / 2 + 1);
    const deleteExpired = async () => {
      for (const table of agedIdentityTables) await deleteAged(database().db, table, clock.now());
      clock.advance(-SESSION_IDLE_MS / 2);
      const found = [await find(old), await find(young)].map((session) => session !== null);
      clock.advance(SESSION_IDLE_MS / 2);
      return found;
    };
    // Nobody was active since then, so the clock may be ahead.
    expect(await deleteExpired()).toEqual([true, true]);
    await open();
    expect(await deleteExpired()).toEqual([false, true]);
  });

  test('a new password raises the version and sets its time; a login sets only the login time', async () => {
    const { db } = database();
    const account = { userNo, passwordHash: null };
    expect(await replacePassword(db, account, 'hash', clock.now())).toBe(true);
    expect(await replacePassword(db, account, 'another', clock.now())).toBe(false);
    expect(await lockUnchanged(db, account)).toBe(false);
    expect(await lockUnchanged(db, { userNo, passwordHash: 'hash' })).toBe(true);
    await noteLogin(db, userNo, clock.now());
    expect(await findUserByNo(database().db, userNo)).toMatchObject({
      passwordHash: 'hash',
      passwordChangedAt: clock.now(),
      lastLoginAt: clock.now(),
      version: 2,
    });
  });
});
