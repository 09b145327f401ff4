import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedDatabase } from '@gwanje/testkit/embedded-database';
import { PostgresServer } from '@gwanje/testkit/postgres-server';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { describe, expect, inject, it } from 'vitest';
import { type DatabaseAddress, openDatabase } from './connection.ts';
import { migrateToLatest } from './migrate.ts';

const WRITER = join(import.meta.dirname, 'testing/writer.ts');
/** `npm run soak` sets a higher number, and kills a PostgreSQL server too. */
const KILLS = Number(process.env.GWANJE_SOAK_KILLS ?? 1);
const KINDS = KILLS > 1 ? ['embedded', 'postgres'] : ['embedded'];
const ACKS_A_ROUND = 10;

interface Killable extends AsyncDisposable {
  readonly address: DatabaseAddress;
  start(): Promise<void>;
  kill(): Promise<void>;
}

const kinds: Record<string, (folder: string) => Killable> = {
  embedded(folder) {
    cpSync(inject('embeddedTemplate'), join(folder, 'postgres'), { recursive: true });
    return new EmbeddedDatabase(folder);
  },
  postgres: (folder) => new PostgresServer(folder, []),
};

async function storedActions(address: DatabaseAddress): Promise<string[]> {
  const database = openDatabase(address, { poolSize: 1 });
  try {
    const rows = await database.db.selectFrom('audit').select('action').execute();
    return rows.map((row) => row.action);
  } finally {
    await database.close();
  }
}

function acknowledged(writer: TestProcess): string[] {
  return writer.lines.filter((line) => line.startsWith('ack ')).map((line) => line.slice('ack '.length));
}

describe.concurrent.each(KINDS)('kill -9 during writes on %s', (kind) => {
  it(
    `loses no acknowledged write and duplicates none, after ${KILLS} kills`,
    async () => {
      await using stack = new AsyncDisposableStack();
      const folder = stack.use(temporaryFolder());
      const database = stack.use((kinds[kind] ?? expect.unreachable())(folder.path));
      await database.start();
      await migrateToLatest(database.address);

      const writers: TestProcess[] = [];
      function startWriter(): TestProcess {
        const args = [JSON.stringify(database.address), `w${writers.length}`];
        const writer = new TestProcess(WRITER, { args });
        writers.push(writer);
        stack.defer(async () => void (await writer.kill()));
        return writer;
      }

      let writer = startWriter();
      for (let kill = 1; kill <= KILLS; kill++) {
        const before = acknowledged(writer).length;
        await writer.waitForLine(() => acknowledged(writer).length >= before + ACKS_A_ROUND);
        // The test alternates: it kills the database, so that the writer must reconnect, then the writer.
        const isDatabaseKilled = kill % 2 === 1;
        if (isDatabaseKilled) await database.kill();
        else await writer.kill();
        const promised = writers.flatMap(acknowledged);
        if (isDatabaseKilled) await database.start();
        const stored = await storedActions(database.address);
        const storedOnce = new Set(stored);
        expect(promised.filter((action) => !storedOnce.has(action))).toEqual([]);
        expect(storedOnce.size).toBe(stored.length);
        // A transaction is stored completely or not at all.
        const halves = stored.filter(
          (action) => action.endsWith('-second') && !storedOnce.has(action.slice(0, -'-second'.length)),
        );
        expect(halves).toEqual([]);
        if (!isDatabaseKilled) writer = startWriter();
      }
      expect(writers.flatMap(acknowledged).length).toBeGreaterThanOrEqual(KILLS * ACKS_A_ROUND);
    },
    KILLS * 60_000,
  );
});
