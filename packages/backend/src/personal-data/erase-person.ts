import type { Db } from '../database/schema.ts';
import { findPerson, KnownNames } from './person.ts';
import { personalTables } from './personal-tables.ts';

/**
 * Erases a person in the transaction of the caller, who has checked that this is allowed. The audit log follows in steps, by
 * `eraseFromLog`. Returns false if the person was erased before.
 */
export async function erasePerson(trx: Db, userNo: number, by: number | null, now: Date): Promise<boolean> {
  const person = await findPerson(trx, userNo);
  const knownNames = KnownNames.parse(person);
  // Of two calls at the same time, the second waits here for the first.
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('erasure')
    .values({ userNo, erasedAt: now, erasedBy: by, knownNames: JSON.stringify(knownNames), finishedAt: null })
    .onConflict((conflict) => conflict.column('userNo').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  for (const { erase } of personalTables) await erase?.(trx, person);
  return true;
}
