import { personalDataKeys } from '@gwanje/contract/users/personal-data';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { otherColumns } from './other-columns.ts';
import { personalTables } from './personal-tables.ts';

/** The parts of a column's name that say: this may be about a person. */
const PERSONAL =
  /(^|_)(user|users|person|names?_of|actor|owner|email|mail|phone|address|device|browser|recipient|subscription|endpoint|credential|oidc|memo|note|by)(_|$)|_from$/;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describeWithDatabase('the register of personal data', (database) => {
  async function columnsOfSchema() {
    const { rows } = await sql<{ name: string; type: string }>`
      select table_name || '.' || column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely_%' order by 1`.execute(database().db);
    return rows;
  }
  const declared = new Set(
    personalTables.flatMap(({ table, columns, shown, withheld }) =>
      [...columns, ...shown, ...withheld].map((column) => `${snake(table)}.${snake(column)}`),
    ),
  );

  it('declares every column that names a person, a device or an address, and all JSON', async () => {
    const missing = (await columnsOfSchema())
      .filter(({ name, type }) => type.startsWith('json') || PERSONAL.test(name.split('.')[1] ?? ''))
      .map(({ name }) => name)
      .filter((name) => !declared.has(name) && !(name in otherColumns));
    // Add a column with personal data to personal-tables.ts, and any other to other-columns.ts.
    expect(missing).toEqual([]);
  });

  it('names only columns that exist', async () => {
    const existing = new Set((await columnsOfSchema()).map(({ name }) => name));
    expect([...declared, ...Object.keys(otherColumns)].filter((name) => !existing.has(name))).toEqual([]);
  });

  it('declares no column twice', () => {
    expect(Object.keys(otherColumns).filter((name) => declared.has(name))).toEqual([]);
  });

  it('has a table for every kind of data', () => {
    expect(new Set(personalTables.map(({ key }) => key))).toEqual(new Set(personalDataKeys));
  });

  it('reads and erases nothing of a person who is not there', async () => {
    const nobody = {
      userNo: 2_000_000_000,
      userIds: ['nobody'],
      names: ['nobody'],
      emails: ['nobody@example.com'],
      providerNames: ['nobody-subject'],
    };
    const { db } = database();
    for (const { table, rowsOf, erase } of personalTables) {
      const { rows } = await sql`select from ${sql.table(table)} where ${rowsOf(nobody)}`.execute(db);
      expect(rows, table).toEqual([]);
      await erase?.(db, nobody);
    }
  });
});
