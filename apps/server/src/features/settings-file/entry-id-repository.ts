import type { Database, Db } from '@gwanje/backend/database/schema';
import type { KnownUser } from '@gwanje/domain/settings-file/plan';
import { entriesIn } from '@gwanje/domain/settings-file/settings-entries';
import type { SettingsFile } from '@gwanje/kinds/calls/settings-file';
import { type Selectable, sql } from 'kysely';

/** Finds the existing objects among those that a file names. `ids` has the clusters. */
export async function findObjects(
  db: Db,
  file: SettingsFile,
  ids: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map<string, { hostId: number; name: string; key: string }>();
  for (const { key, parentKey, object } of entriesIn(file)) {
    const hostId = ids.get(parentKey ?? '');
    if (object && hostId !== undefined)
      wanted.set(objectText({ ...object, hostId }), { hostId, name: object.name, key });
  }
  if (wanted.size === 0) return new Map();
  const all = [...wanted.values()];
  const rows = await db
    .selectFrom('object')
    .select(['objectId', 'hostId', 'kind', 'namespace', 'name'])
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`host_id = any(${[...new Set(all.map(({ hostId }) => hostId))]}::int[])`)
    .where(sql<boolean>`name = any(${[...new Set(all.map(({ name }) => name))]}::text[])`)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const found = wanted.get(objectText(row));
      return found ? [[found.key, row.objectId]] : [];
    }),
  );
}

function objectText({
  hostId,
  kind,
  namespace,
  name,
}: Pick<Selectable<Database['object']>, 'hostId' | 'kind' | 'namespace' | 'name'>): string {
  return JSON.stringify([hostId, kind, namespace, name]);
}

export interface FoundUser extends KnownUser {
  readonly userNo: number;
}

export async function readUsers(db: Db): Promise<ReadonlyMap<string, FoundUser>> {
  const rows = await db.selectFrom('userAccount').select(['userNo', 'userId', 'role', 'status']).execute();
  return new Map(
    rows.map(({ userNo, userId, role, status }) => [
      userId,
      { userNo, userId, isTotalAdmin: role === 1, mayOwn: (role === 1 || role === 3) && status === 1 },
    ]),
  );
}
