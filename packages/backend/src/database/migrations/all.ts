import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Migrations run in the order of their names, forward only. Never change a released migration: add another.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-baseline': fromFile('0001-baseline.sql'),
  '0002-report-failures': fromFile('0002-report-failures.sql'),
  '0003-receipts': fromFile('0003-receipts.sql'),
  '0004-unwritten-handovers': fromFile('0004-unwritten-handovers.sql'),
  '0005-browser-of-sign-in': fromFile('0005-browser-of-sign-in.sql'),
  '0006-delivery-notes': fromFile('0006-delivery-notes.sql'),
};

function fromFile(name: string): Migration {
  return {
    async up(db) {
      await sql.raw(readFileSync(join(import.meta.dirname, name), 'utf8')).execute(db);
    },
  };
}
