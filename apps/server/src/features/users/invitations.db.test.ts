import { findLink } from '@gwanje/backend/identity/one-time-links';
import { chosenPasswordError } from '@gwanje/backend/identity/password-rules';
import { STANDARD_SECURITY } from '@gwanje/contract/settings/security';
import { makeOneTimeLink, ONE_TIME_LINK_MS } from '@gwanje/contract/users/invitations';
import { insertUser, updateUsers } from '@gwanje/contract/users/users';
import { changeRows } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { uniqueName } from '../../testing/test-app.ts';
import { addUser, userNoOf } from '../../testing/world.ts';

describeWithOwnApp('one-time links', (app) => {
  const tokenIn = (url: string) => new URL(url).hash.slice(1);
  const account = (userNo: number) =>
    app().db.selectFrom('userAccount').selectAll().where('userNo', '=', userNo).executeTakeFirstOrThrow();

  it('invite a user without a password, are not stored in plain text, and expire', async () => {
    const admin = await app().signIn('total');
    const body = { userId: uniqueName('inv'), name: '초대', role: 2, isKeyUser: 'N', grantList: [] };
    const { userNo } = await admin.ok(insertUser, { body });
    expect((await account(userNo)).passwordHash).toBeNull();
    const { url, kind } = await admin.ok(makeOneTimeLink, { body: { userNo } });
    expect(kind).toBe('invitation');
    expect(url).toMatch(/^http:\/\/localhost:4101\/set-password#[A-Za-z0-9_-]{43}$/);
    const token = tokenIn(url);
    const rows = await app().db.selectFrom('oneTimeLink').selectAll().execute();
    const audit = await app().db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify([rows, audit])).not.toContain(token);
    const now = app().clock.now();
    expect(await findLink(app().db, token, now)).toMatchObject({ userNo, kind: 'invitation' });
    expect(await findLink(app().db, token, new Date(now.getTime() + ONE_TIME_LINK_MS))).toBeUndefined();
    const again = await admin.ok(makeOneTimeLink, { body: { userNo } });
    expect(await findLink(app().db, token, now)).toBeUndefined();
    expect(await findLink(app().db, tokenIn(again.url), now)).toBeDefined();
  });

  it('for a reset invalidate the old password and every session immediately', async () => {
    const { userNo, userId } = await addUser(app().db);
    await changeRows(app().db, 'userAccount', { userNo }, { passwordHash: 'a hash' });
    await app().newToken(userId);
    const { kind } = await (await app().signIn('total')).ok(makeOneTimeLink, { body: { userNo } });
    expect(kind).toBe('reset');
    expect((await account(userNo)).passwordHash).toBeNull();
    const sessions = app().db.selectFrom('session').select('userNo').where('userNo', '=', userNo);
    expect(await sessions.execute()).toEqual([]);
  });

  it('and passwords set by an admin do not make the rule forget earlier passwords', async () => {
    const { db, clock } = app();
    const settings = { ...STANDARD_SECURITY, passwordHistoryCnt: 2 };
    await changeRows(db, 'securitySetting', {}, { settings: JSON.stringify(settings) });
    const { userNo } = await addUser(db);
    const total = await app().signIn('total');
    const passwords = ['the first long sentence', 'the second long sentence'];
    for (const password of passwords) {
      await total.ok(updateUsers, { body: [{ userNo, password }] });
      clock.advance(1000);
    }
    await total.ok(makeOneTimeLink, { body: { userNo } });
    for (const password of passwords)
      expect(await chosenPasswordError(db, await account(userNo), password, settings)).toBe('usedBefore');
    await db.updateTable('securitySetting').set({ settings: '{}' }).execute();
  });

  it('cannot be made for oneself, for a user with a higher role, or for a user who may not sign in', async () => {
    const total = await app().signIn('total');
    const make = async (userNo: number) => (await total.call(makeOneTimeLink, { body: { userNo } })).code;
    expect(await make(await userNoOf(app().db, 'total'))).toBe(8005);
    expect(await make(await userNoOf(app().db, 'key'))).toBe(8005);
    expect(await make((await addUser(app().db, { status: 2 })).userNo)).toBe(8002);
  });

  it('become invalid when the user is suspended or given a password', async () => {
    const total = await app().signIn('total');
    for (const change of [{ status: 2 }, { password: 'correct horse battery' }]) {
      const { userNo } = await addUser(app().db);
      const { url } = await total.ok(makeOneTimeLink, { body: { userNo } });
      await total.ok(updateUsers, { body: [{ userNo, ...change }] });
      expect(await findLink(app().db, tokenIn(url), app().clock.now())).toBeUndefined();
    }
  });
});
