import type { Database, Db } from '@gwanje/backend/database/schema';
import { nameKey } from '@gwanje/contract/definition/fields';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';

/** The tables whose rows have a number as id, with the column of the id. */
const ID_COLUMNS = {
  accessToken: 'accessTokenId',
  alarmSnooze: 'snoozeId',
  alarmTemplate: 'alarmTemplateId',
  cluster: 'hostId',
  clusterToken: 'tokenId',
  dutyException: 'dutyExceptionId',
  dutyRota: 'dutyRotaId',
  eventAlarm: 'eventAlarmId',
  handover: 'handoverId',
  handoverItem: 'handoverItemId',
  logo: 'id',
  maintenance: 'maintenanceId',
  metaGroup: 'metaGroupId',
  object: 'objectId',
  pushSubscription: 'pushSubscriptionId',
  reportSchedule: 'reportScheduleId',
  subGroup: 'subGroupId',
  userAccount: 'userNo',
  wallboardKey: 'wallboardKeyId',
  webhook: 'webhookId',
} as const satisfies { readonly [Table in keyof Database]?: keyof Database[Table] };
export type Table = keyof typeof ID_COLUMNS;

/** A value or an SQL expression for each column. A column with `undefined` is left out. */
type Values<Row> = { readonly [Column in keyof Row]: Row[Column] | RawBuilder<unknown> };
export type NewRow<T extends Table> = Values<Insertable<Database[T]>>;
export type RowChange<T extends Table> = Values<Updateable<Database[T]>>;

/** Locks the row, so that the call checks and changes the same version of it. */
export async function lockRow<T extends Table>(
  db: Db,
  table: T,
  id: number,
): Promise<Selectable<Database[T]> | undefined> {
  const { rows } = await sql<Selectable<Database[T]>>`
    select * from ${sql.table(table)} where ${sql.ref(ID_COLUMNS[table])} = ${id} for update`.execute(db);
  return rows[0];
}

/** Returns the id of the new row. */
export async function insertRow<T extends Table>(db: Db, table: T, row: NewRow<T>): Promise<number> {
  const cells = cellsOf(row);
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(cells.map(([column]) => sql.ref(column)))})
    values (${sql.join(cells.map(([, value]) => value))})
    returning ${sql.ref(ID_COLUMNS[table])} as id`.execute(db);
  const [inserted] = rows;
  if (!inserted) throw new Error(`no row was inserted into ${table}`);
  return inserted.id;
}

export async function updateRow<T extends Table>(
  db: Db,
  table: T,
  id: number,
  change: RowChange<T>,
): Promise<void> {
  const set = cellsOf(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)}
    where ${sql.ref(ID_COLUMNS[table])} = ${id}`.execute(db);
}

export async function deleteRows(db: Db, table: Table, ...ids: readonly number[]): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(ID_COLUMNS[table])} = any(${ids}::int[])`.execute(
    db,
  );
}

function cellsOf(row: object): [column: string, value: unknown][] {
  return Object.entries(row).filter(([, value]) => value !== undefined);
}

/** The columns of a name that is unique among the rows of its table or parent. */
export function named(name: string) {
  return { name, nameKey: nameKey(name) };
}

export const NEXT_VERSION = sql<number>`version + 1`;
