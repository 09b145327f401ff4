import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';
import { z } from 'zod';

/** Facts that the installation stores about itself, by key. */
const Notes = z.object({
  lastBackup: z.object({
    at: z.iso.datetime(),
    bytes: z.number(),
    durationMs: z.number(),
    samples: z.enum(['embedded', 'outside']),
  }),
  lastRestore: z.object({ backupAt: z.iso.datetime() }),
});
type Notes = z.infer<typeof Notes>;

export async function writeNote<Key extends keyof Notes>(
  db: Kysely<Database>,
  key: Key,
  value: Notes[Key],
  now: Date,
): Promise<void> {
  const row = { value: JSON.stringify(value), updatedAt: now };
  await db
    .insertInto('installationNote')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

export async function readNotes(
  db: Kysely<Database>,
): Promise<{ readonly [Key in keyof Notes]?: Notes[Key] | undefined }> {
  const rows = await db.selectFrom('installationNote').select(['key', 'value']).execute();
  return Notes.partial().parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}
