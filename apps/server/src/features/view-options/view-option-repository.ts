import type { Database, Db } from '@gwanje/backend/database/schema';
import { type Insertable, sql } from 'kysely';
import { countRows } from '../../platform/store/list-repository.ts';

export function findViewOption(db: Db, userNo: number, type: string) {
  return (
    db
      .selectFrom('viewOption')
      .select(['value', 'updatedAt'])
      .where('userNo', '=', userNo)
      .where('type', '=', type)
      // The save call accepts only objects.
      .$narrowType<{ value: Record<string, unknown> }>()
      .executeTakeFirst()
  );
}

export function countViewOptions(db: Db, userNo: number, exceptType: string): Promise<number> {
  return countRows(
    db,
    db.selectFrom('viewOption').where('userNo', '=', userNo).where('type', '!=', exceptType),
  );
}

/**
 * Saves the option and returns its time. The time is later than that of the replaced version, so that it
 * identifies the version. Returns undefined when the stored version is not `expected`; null expects no stored
 * version, undefined accepts any.
 */
export async function saveViewOption(
  db: Db,
  option: Insertable<Database['viewOption']> & { readonly updatedAt: Date },
  expected: Date | null | undefined,
): Promise<Date | undefined> {
  if (expected) {
    const changed = await db
      .updateTable('viewOption')
      .set({ value: option.value, updatedAt: laterOf(option.updatedAt) })
      .where('userNo', '=', option.userNo)
      .where('type', '=', option.type)
      .where('updatedAt', '=', expected)
      .returning('updatedAt')
      .executeTakeFirst();
    return changed?.updatedAt;
  }
  const row = await db
    .insertInto('viewOption')
    .values(option)
    .onConflict((conflict) => {
      const taken = conflict.columns(['userNo', 'type']);
      return expected === null
        ? taken.doNothing()
        : taken.doUpdateSet({ value: option.value, updatedAt: laterOf(option.updatedAt) });
    })
    .returning('updatedAt')
    .executeTakeFirst();
  return row?.updatedAt;
}

function laterOf(now: Date) {
  return sql<Date>`greatest(${now}::timestamptz, view_option.updated_at + interval '1 millisecond')`;
}

export async function deleteViewOption(db: Db, userNo: number, type: string): Promise<void> {
  await db.deleteFrom('viewOption').where('userNo', '=', userNo).where('type', '=', type).execute();
}
