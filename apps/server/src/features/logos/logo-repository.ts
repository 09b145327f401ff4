import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { countRows } from '../../platform/store/list-repository.ts';

/** The start of the content's hash. The address carries it, so that browsers may cache the picture. */
const contentVersion = sql<string>`left(encode(sha256(content), 'hex'), 16)`.as('version');

export interface LogoRef {
  readonly id: number;
  readonly version: string;
}

export function findActiveLogo(db: Db): Promise<LogoRef | undefined> {
  return db.selectFrom('logo').select(['id', contentVersion]).where('active', '=', true).executeTakeFirst();
}

export function listLogoRows(db: Db) {
  return db
    .selectFrom('logo')
    .select(['id', 'name', 'contentType', 'sizeBytes', 'active', 'createdAt', contentVersion])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findLogoImage(db: Db, id: number) {
  return db
    .selectFrom('logo')
    .select(['contentType', 'content', contentVersion])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Only one row may be active, so changes run one after another. Readers do not wait. */
export async function lockLogos(db: Db): Promise<void> {
  await sql`lock table logo in share row exclusive mode`.execute(db);
}

export function countLogos(db: Db): Promise<number> {
  return countRows(db, db.selectFrom('logo'));
}

/** Call it after `lockLogos`. Returns undefined when there is no such logo. */
export async function activateLogo(db: Db, id: number): Promise<LogoRef | undefined> {
  await deactivateLogos(db);
  return db
    .updateTable('logo')
    .set({ active: true })
    .where('id', '=', id)
    .returning(['id', contentVersion])
    .executeTakeFirst();
}

export async function deactivateLogos(db: Db): Promise<void> {
  await db.updateTable('logo').set({ active: false }).where('active', '=', true).execute();
}

export function deleteLogoRow(db: Db, id: number): Promise<{ name: string; active: boolean } | undefined> {
  return db.deleteFrom('logo').where('id', '=', id).returning(['name', 'active']).executeTakeFirst();
}
