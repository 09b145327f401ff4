import { join } from 'node:path';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, '../main.ts');
const START_WITHIN_MS = 120_000;

it(
  'the second server on one database waits until the first has ended, and a replaced server exits',
  async () => {
    await using stack = new AsyncDisposableStack();
    const { db, address, close } = await openTestDatabase();
    stack.defer(close);
    if (!('url' in address)) throw new Error('not a server');
    const start = () => {
      const folder = stack.use(temporaryFolder());
      const env = { GWANJE_DATABASE_URL: address.url, GWANJE_DATA_DIR: folder.path, GWANJE_PORT: '0' };
      return stack.use(new TestProcess(MAIN, { env }));
    };
    const says = (server: TestProcess, text: string) =>
      server.waitForLine((line) => line.includes(text), START_WITHIN_MS);
    const isReady = (server: TestProcess) => server.lines.some((line) => line.includes('"ready"'));

    const first = start();
    await says(first, '"ready"');
    const second = start();
    await says(second, 'waiting until it stops');
    expect(isReady(second)).toBe(false);
    await first.stop();
    await says(second, '"ready"');

    const replace = async () => {
      await sql`update process_lease set holder = 'elsewhere/1/x', expires_at = clock_timestamp() + interval '6 s'`.execute(
        db,
      );
      return second.isRunning;
    };
    await expect.poll(replace, { timeout: START_WITHIN_MS }).toBe(false);
    expect(await second.exited).toEqual({ code: 0, signal: null });
    await says(second, 'another server has taken over');
  },
  START_WITHIN_MS * 3,
);
