import { openTestDatabase } from '@gwanje/testkit/databases';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { vacuumTables } from './vacuum-tables.ts';

it('frees the space of deleted rows and updates the statistics', { timeout: 240_000 }, async () => {
  const { db, address, close } = await openTestDatabase('embedded');
  try {
    await sql`create table litter (id int primary key, text text)`.execute(db);
    const fill = () =>
      sql`insert into litter select no, repeat('x', 500) from generate_series(1, 5000) no`.execute(db);
    const sizeOf = async () => {
      const { rows } = await sql<{ bytes: number }>`select pg_relation_size('litter') as bytes`.execute(db);
      return rows[0]?.bytes ?? 0;
    };
    /** PostgreSQL updates its row counts with a delay, unless it is asked. */
    const countRows = () => sql`select pg_stat_force_next_flush()`.execute(db);
    await fill();
    const filledBytes = await sizeOf();
    await countRows();
    expect(await vacuumTables(address)).toEqual(['public.litter']);
    for (let day = 0; day < 2; day++) {
      await sql`delete from litter`.execute(db);
      await countRows();
      expect(await vacuumTables(address)).toEqual(['public.litter']);
      await fill();
    }
    expect(await sizeOf()).toBeLessThanOrEqual(filledBytes * 1.1);
    const { rows } = await sql<{ cnt: number }>`
      select reltuples::int as cnt from pg_class where relname = 'litter'`.execute(db);
    expect(rows[0]?.cnt).toBeGreaterThanOrEqual(0);
  } finally {
    await close();
  }
});
