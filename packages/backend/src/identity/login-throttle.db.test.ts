import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { beforeEach, expect, test } from 'vitest';
import { deleteAged } from '../retention/aged-table.ts';
import { agedIdentityTables } from './aged-identity-tables.ts';
import {
  beginAttempt,
  clearAttempts,
  FORGOTTEN_AFTER_MS,
  forgiveAttempt,
  type ThrottleRule,
} from './login-throttle.ts';

const rule: ThrottleRule = { limit: 3, firstLockMs: 1_000, longestLockMs: 4_000, forgetAfterMs: 60_000 };
let keyCnt = 0;

describeWithDatabase('the login throttle', (database) => {
  let clock: FakeClock;
  let key: string;

  beforeEach(() => {
    clock = new FakeClock();
    key = `user:test-${keyCnt++}`;
  });

  const attempt = () => beginAttempt(database().db, key, rule, clock.now());
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms);

  test('allows attempts up to the limit; the last allowed attempt returns the end of the lock', async () => {
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: null });
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: null });
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: inMs(1_000) });
    expect(await attempt()).toEqual({ kind: 'locked', until: inMs(1_000) });
  });

  test('doubles the lock each time, up to the maximum', async () => {
    for (let i = 0; i < 3; i++) await attempt();
    for (const lockedMs of [2_000, 4_000, 4_000, 4_000]) {
      clock.advance(4_000);
      expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: inMs(lockedMs) });
      expect(await attempt()).toMatchObject({ kind: 'locked' });
    }
  });

  test('a refused attempt neither counts nor extends the lock', async () => {
    for (let i = 0; i < 3; i++) await attempt();
    const until = inMs(1_000);
    clock.advance(999);
    expect(await attempt()).toEqual({ kind: 'locked', until });
    clock.advance(1);
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: inMs(2_000) });
  });

  test('drops old failures', async () => {
    await attempt();
    await attempt();
    clock.advance(rule.forgetAfterMs + 1);
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: null });
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: null });
  });

  test('forgets one failure after each decay time, also if others come in between', async () => {
    const decaying = { ...rule, limit: 6, decayMs: 10_000 };
    for (let i = 0; i < 12; i++) {
      const attempt = await beginAttempt(database().db, key, decaying, clock.now());
      expect(attempt).toEqual({ kind: 'allowed', lockedUntil: null });
      clock.advance(9_000);
    }
  });

  test('allows exactly the limit of a hundred concurrent attempts', async () => {
    const attempts = await Promise.all(Array.from({ length: 100 }, attempt));
    expect(attempts.filter((one) => one.kind === 'allowed')).toHaveLength(rule.limit);
  });

  test('counts each key separately', async () => {
    for (let i = 0; i < 3; i++) await attempt();
    key = `${key}-other`;
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: null });
  });

  test('clearing a key removes all its attempts, forgiving removes one', async () => {
    for (let i = 0; i < 3; i++) await attempt();
    await forgiveAttempt(database().db, key);
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: inMs(1_000) });
    await clearAttempts(database().db, key);
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: null });
    await forgiveAttempt(database().db, key);
    await forgiveAttempt(database().db, key);
    expect(await attempt()).toEqual({ kind: 'allowed', lockedUntil: null });
  });

  test('a clock that is set back does not unlock a key', async () => {
    for (let i = 0; i < 3; i++) await attempt();
    clock.advance(-30_000);
    expect(await attempt()).toMatchObject({ kind: 'locked' });
  });

  test('the clean-up deletes only expired rows', async () => {
    const { db } = database();
    await attempt();
    const old = key;
    clock.advance(FORGOTTEN_AFTER_MS + 1);
    key = `${key}-new`;
    await attempt();
    for (const table of agedIdentityTables) await deleteAged(db, table, clock.now());
    const keys = await db.selectFrom('loginThrottle').select('key').where('key', 'in', [old, key]).execute();
    expect(keys).toEqual([{ key }]);
  });
});
