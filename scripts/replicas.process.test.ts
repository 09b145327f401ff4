import { join } from 'node:path';
import { TestProcess } from '@gwanje/testkit/processes';
import { openTestServer } from '@gwanje/testkit/receivers/test-server';
import { expect, test } from 'vitest';

const ENTRY = join(import.meta.dirname, 'replicas.ts');

test('npm run replicas refuses a port that is taken, and settings that it makes itself, in words', async () => {
  using other = await openTestServer(() => {});
  expect(await refusal({ GWANJE_PORT: String(other.port) })).toEqual([
    'gwanje: not started',
    `  GWANJE_PORT: port ${other.port} is taken by another program; set GWANJE_PORT to a free port`,
  ]);
  const url = 'postgres://postgres@localhost/gwanje';
  expect(await refusal({ GWANJE_DATABASE_URL: url, GWANJE_REPLICA_PORT: '1' })).toEqual([
    'gwanje: not started',
    '  GWANJE_DATABASE_URL: npm run replicas sets it; unset it',
    '  GWANJE_REPLICA_PORT: npm run replicas sets it; unset it',
  ]);
});

async function refusal(env: Readonly<Record<string, string>>): Promise<string[]> {
  await using started = new TestProcess(ENTRY, { env });
  expect((await started.exited).code).toBe(1);
  return started.lines;
}
