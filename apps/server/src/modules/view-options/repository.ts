import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';

type Db = Kysely<Database>;

export function findViewOption(db: Db, userNo: number, type: string) {
  return (
    db
      .selectFrom('viewOption')
      .select(['value', 'updatedAt'])
      .where('userNo', '=', userNo)
      .where('type', '=', type)
      // The call that keeps it takes objects only.
      .$narrowType<{ value: Record<string, unknown> }>()
      .executeTakeFirst()
  );
}

export async function countViewOptions(db: Db, userNo: number, exceptType: string): Promise<number> {
  const row = await db
    .selectFrom('viewOption')
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .where('userNo', '=', userNo)
    .where('type', '!=', exceptType)
    .executeTakeFirstOrThrow();
  return row.cnt;
}

export async function saveViewOption(
  db: Db,
  option: { userNo: number; type: string; value: string; updatedAt: Date },
): Promise<void> {
  await db
    .insertInto('viewOption')
    .values(option)
    .onConflict((conflict) =>
      conflict.columns(['userNo', 'type']).doUpdateSet({ value: option.value, updatedAt: option.updatedAt }),
    )
    .execute();
}

export async function deleteViewOption(db: Db, userNo: number, type: string): Promise<void> {
  await db.deleteFrom('viewOption').where('userNo', '=', userNo).where('type', '=', type).execute();
}
