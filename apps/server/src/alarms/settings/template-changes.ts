import type { Database } from '@gwanje/backend/database/schema';
import { templateChangeTypes } from '@gwanje/domain/mappings/template-change';
import type { Kysely } from 'kysely';

/** Adds an entry to the template's history. `by` is null when the change came from a command. */
export async function noteTemplateChange(
  db: Kysely<Database>,
  by: { readonly userNo: number; readonly name: string } | null,
  at: Date,
  {
    alarmTemplateId,
    change,
    detail,
  }: {
    readonly alarmTemplateId: number;
    readonly change: keyof typeof templateChangeTypes;
    readonly detail: string;
  },
): Promise<void> {
  const changeType = templateChangeTypes[change];
  await db
    .insertInto('templateChange')
    .values({
      alarmTemplateId,
      at,
      changeType,
      userNo: by?.userNo ?? null,
      userName: by?.name ?? null,
      detail,
    })
    .execute();
}
