import { setInterval } from 'node:timers';
import { sql } from 'kysely';
import { migrateToLatest } from '../migrate.ts';
import { migrations } from '../migrations/all.ts';

// Migrates the database at the given address, and hangs after the last step but before the commit.
process.once('disconnect', () => process.exit(1));
const address = JSON.parse(process.argv[2] ?? '');
await migrateToLatest(address, {
  steps: {
    ...migrations,
    '9999-stuck': {
      async up(db) {
        await sql`create table half_done (id int)`.execute(db);
        process.stdout.write('half done\n');
        await new Promise(() => setInterval(() => {}, 1_000));
      },
    },
  },
});
