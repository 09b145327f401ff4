import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { insertUser, loginSiteForTests, PASSWORD } from '../testing/login-site.ts';

const site = loginSiteForTests();

/** An administrator's reset or removal that commits after the request has checked the old password. */
async function duringChange(
  change: 'reset' | 'removal',
  userNo: number,
  request: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const { db } = site;
  const { answer } = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('session').where('userNo', '=', userNo).execute();
    const passwordHash = 'set by an administrator';
    if (change === 'removal') await trx.deleteFrom('userAccount').where('userNo', '=', userNo).execute();
    else await trx.updateTable('userAccount').set({ passwordHash }).where('userNo', '=', userNo).execute();
    const answer = request();
    const isWaiting = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).not.toEqual([]);
    };
    await vi.waitFor(isWaiting, { timeout: 20_000, interval: 20 });
    // In an object, because a returned promise would be awaited before the commit that the response waits
    // for.
    return { answer };
  });
  return answer;
}

function sessionsOf(userNo: number) {
  return site.db.selectFrom('session').select('userNo').where('userNo', '=', userNo).execute();
}

test.each(['reset', 'removal'] as const)(
  '%s while signing in: the old password opens no session',
  async (change) => {
    const userId = `signing.in.${change}`;
    const userNo = await insertUser(site.db, { userId });
    const answer = await duringChange(change, userNo, () => site.browser().signIn(userId));
    expect(answer.json()).toMatchObject({ code: 8002, data: { reason: 'wrongCredentials' } });
    expect(answer.cookies).toEqual([]);
    expect(await sessionsOf(userNo)).toEqual([]);
  },
);

test("reset while changing the password: the administrator's password stays", async () => {
  const userNo = await insertUser(site.db, { userId: 'changing' });
  const browser = site.browser();
  await browser.signIn('changing');
  const answer = await duringChange('reset', userNo, () =>
    browser.call('POST', '/api/password', {
      currentPassword: PASSWORD,
      newPassword: 'another horse battery',
    }),
  );
  expect(answer.json().code).toBe(9999);
  expect(await sessionsOf(userNo)).toEqual([]);
  const account = site.db.selectFrom('userAccount').select('passwordHash').where('userNo', '=', userNo);
  expect(await account.executeTakeFirst()).toEqual({ passwordHash: 'set by an administrator' });
});
