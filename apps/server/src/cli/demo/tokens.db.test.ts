import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { addRows } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { DEMO_CLUSTERS, seedDemo } from './seed.ts';
import { issueDemoTokens } from './tokens.ts';

it('marks the demo history as written in a new data folder when the database already has demo batches', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await openTestDatabase();
  stack.defer(() => database.close());
  const { db } = database;
  const now = new Date('2026-11-15T12:00:00Z');
  await seedDemo(db, now);
  const [first, second] = [stack.use(temporaryFolder()).path, stack.use(temporaryFolder()).path];
  const tokens = ['node-token', 'token'];
  await issueDemoTokens(db, first, now);
  for (const name of DEMO_CLUSTERS)
    expect(tokens.map((ending) => existsSync(join(first, `${name}.${ending}`)))).toEqual([true, true]);
  expect(existsSync(join(first, 'past-written'))).toBe(false);

  const { hostId } = await db.selectFrom('clusterToken').select('hostId').executeTakeFirstOrThrow();
  await addRows(db, 'clusterLive', { hostId, facts: '{}', firstBatchAt: now, lastBatchAt: now });
  // After an interrupted write of the demo history, the same folder writes it again; another folder does not.
  await issueDemoTokens(db, first, now);
  expect(existsSync(join(first, 'past-written'))).toBe(false);
  await issueDemoTokens(db, second, now);
  expect(existsSync(join(second, 'past-written'))).toBe(true);
});
