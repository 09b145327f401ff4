import type { Database, Db } from '@gwanje/backend/database/schema';
import { type AgedTable, agedTable } from '@gwanje/backend/retention/aged-table';
import { keysOf, type ListPage, type Page } from '@gwanje/contract/definition/columns';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { handoverColumns, type listHandovers } from '@gwanje/contract/duty/handovers';
import { type Selectable, sql, type Updateable } from 'kysely';
import { columnsOf, listPage, type SqlList } from '../../platform/store/list-repository.ts';

export type StoredHandover = Selectable<Database['handover']> & { readonly metaGroupName: string };

const DAY_MS = 86_400_000;

/** What a list shows. The contents of many handovers would be large. */
const HEAD = [
  'handoverId',
  'dutyRotaId',
  'rotaName',
  'shiftId',
  'shiftDate',
  'shiftName',
  'timeZone',
  'nameList',
  'fromAt',
  'toAt',
  'state',
  'finishedBy',
  'finishedByNo',
  'finishedAt',
  'takenBy',
  'takenAt',
] as const;

export type StoredHead = Pick<StoredHandover, (typeof HEAD)[number] | 'metaGroupName'>;

function heads(db: Db) {
  return db
    .selectFrom('handover')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'handover.metaGroupId')
    .select(HEAD.map((column) => `handover.${column}` as const))
    .select('metaGroup.name as metaGroupName');
}

function handovers(db: Db) {
  return heads(db).selectAll('handover');
}

export async function findHandover(db: Db, handoverId: number): Promise<StoredHandover | undefined> {
  return await handovers(db).where('handoverId', '=', handoverId).executeTakeFirst();
}

/** Locks the row, so that of two people who finish or take over at once the second sees what the first did. */
export async function lockHandover(db: Db, handoverId: number): Promise<StoredHandover | undefined> {
  return await handovers(db).where('handoverId', '=', handoverId).forUpdate('handover').executeTakeFirst();
}

interface ShiftOfDay {
  readonly dutyRotaId: number;
  readonly shiftId: string;
  readonly date: string;
}

export async function findHandoverOf(db: Db, { dutyRotaId, shiftId, date }: ShiftOfDay) {
  return await handovers(db)
    .where('dutyRotaId', '=', dutyRotaId)
    .where('shiftId', '=', shiftId)
    .where('shiftDate', '=', date)
    .executeTakeFirst();
}

/** When the handover of the shift that goes on until `at` was finished, if that was before. */
export async function findEarlyEnd(db: Db, dutyRotaId: number, at: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('handover')
    .select('finishedAt')
    .where('dutyRotaId', '=', dutyRotaId)
    .where('fromAt', '<', at)
    .where('toAt', '>=', at)
    .where('finishedAt', '<', at)
    .orderBy('finishedAt')
    .limit(1)
    .executeTakeFirst();
  return row?.finishedAt ?? undefined;
}

/** Which shifts of the rotas that ended after an instant have a stored handover. */
export async function loadStoredShifts(db: Db, dutyRotaIds: readonly number[], after: Date) {
  const rows = await db
    .selectFrom('handover')
    .select(['dutyRotaId', 'shiftId', 'shiftDate as date'])
    .where(sql<boolean>`duty_rota_id = any(${[...dutyRotaIds]}::int[])`)
    .where('toAt', '>', after)
    .execute();
  const keys = new Set(rows.map(keyOf));
  return (shift: ShiftOfDay) => keys.has(keyOf(shift));
}

function keyOf({ dutyRotaId, shiftId, date }: Record<keyof ShiftOfDay, number | string | null>): string {
  return `${dutyRotaId} ${shiftId} ${date}`;
}

/** Drafts that nobody has written, of shifts that ended before an instant and are not the last ones of their rota. */
export async function listUnwritten(db: Db, endedBefore: Date, now: Date) {
  return await db
    .selectFrom('handover')
    .select('handoverId')
    .where('state', '=', 'draft')
    .where('version', '=', 0)
    .where('toAt', '<=', endedBefore)
    .where(
      sql<boolean>`(duty_rota_id is null or exists (select 1 from handover later
        where later.duty_rota_id = handover.duty_rota_id and later.to_at > handover.to_at and later.to_at <= ${now}))`,
    )
    .orderBy('handoverId')
    .execute();
}

/** Where nobody takes over, the list holds the newest drafts and finished handovers of each rota; all are past handovers too. */
const MAX_WAITING = 10;

/**
 * Stored handovers that nobody has taken over, of any of these sub groups. Their shift or rota may be gone; a draft without
 * a rota can no longer be finished.
 */
export async function listWaitingHandovers(db: Db, subGroupIds: Iterable<number>): Promise<StoredHead[]> {
  return await heads(db)
    .where(isOfAny(subGroupIds))
    .where(
      sql<boolean>`handover.handover_id in (
        select handover_id from (
          select handover_id, row_number() over (
            partition by duty_rota_id, rota_name, state order by from_at desc) as row_no
          from handover
          where state = 'finished' or (state = 'draft' and duty_rota_id is not null)) waiting
        where row_no <= ${MAX_WAITING})`,
    )
    .execute();
}

function isOfAny(subGroupIds: Iterable<number>) {
  return sql<boolean>`exists (select 1 from json_array_elements_text(handover.sub_group_ids) one
    where one::int = any(${[...subGroupIds]}::int[]))`;
}

interface NewHandover extends ShiftOfDay {
  readonly metaGroupId: number;
  readonly subGroupIds: readonly number[];
  readonly rotaName: string;
  readonly shiftName: string;
  readonly timeZone: string;
  readonly people: readonly { readonly userNo: number; readonly name: string }[];
  readonly fromAt: Date;
  readonly toAt: Date;
}

/** Locks the handover of a shift, if one is stored. */
export async function lockHandoverOf(db: Db, shift: ShiftOfDay): Promise<StoredHandover | undefined> {
  const stored = await findHandoverOf(db, shift);
  return stored && (await lockHandover(db, stored.handoverId));
}

/** Stores a draft unless somebody has stored it meanwhile. Returns the locked row. */
export async function insertHandover(
  db: Db,
  { date, subGroupIds, people, ...shift }: NewHandover,
  now: Date,
): Promise<StoredHandover | undefined> {
  await db
    .insertInto('handover')
    .values({
      ...shift,
      shiftDate: date,
      subGroupIds: JSON.stringify(subGroupIds),
      nameList: JSON.stringify(people),
      notes: '',
      remarks: '{}',
      state: 'draft',
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.columns(['dutyRotaId', 'shiftId', 'shiftDate']).doNothing())
    .execute();
  return await lockHandoverOf(db, { ...shift, date });
}

export async function updateHandover(
  db: Db,
  handoverId: number,
  values: Updateable<Database['handover']>,
): Promise<number> {
  const { version } = await db
    .updateTable('handover')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('handoverId', '=', handoverId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

const PAST: SqlList<typeof handoverColumns> = {
  columns: handoverColumns,
  expressions: columnsOf('handover', keysOf(handoverColumns)),
  id: sql.ref('handover.handoverId'),
  order: '-fromAt',
};

interface Scope {
  readonly allowed: ReadonlySet<number>;
  readonly selected: readonly number[];
  /** Whether the reader sees what was of sub groups that no longer exist. */
  readonly seesDeleted: boolean;
}

/** Stored handovers that are finished or whose shift is over, of any of the selected sub groups. */
export function listPastHandovers(
  db: Db,
  { allowed, selected, seesDeleted }: Scope,
  { filter = {}, orderBy }: BodyOf<typeof listHandovers>,
  page: Page,
  now: Date,
): Promise<ListPage<StoredHead>> {
  const { search = '', dutyRotaId, from, to } = filter;
  let query = heads(db).where((eb) =>
    eb.or([eb('handover.state', '<>', 'draft'), eb('handover.toAt', '<', now)]),
  );
  const isAll = seesDeleted && selected.length === allowed.size;
  if (!isAll) query = query.where(isOfAny(selected));
  if (search.trim() !== '')
    query = query.where(hasText(search.trim().toLowerCase(), seesDeleted ? null : allowed));
  if (dutyRotaId !== undefined) query = query.where('handover.dutyRotaId', '=', dutyRotaId);
  if (from !== undefined) query = query.where('handover.toAt', '>', new Date(from));
  if (to !== undefined) query = query.where('handover.fromAt', '<', new Date(to));
  return listPage(db, query, PAST, { orderBy, ...page });
}

const names = sql`(select string_agg(coalesce(one ->> 'name', one #>> '{}'), E'\n') from json_array_elements(name_list) one)`;

/**
 * Somebody who does not see all groups of a handover finds it by its head and notes only: finding it by another word would
 * reveal that a hidden line has the word. `allowed` is null for a reader who sees all groups, also deleted ones.
 */
function hasText(text: string, allowed: ReadonlySet<number> | null) {
  const isWhole =
    allowed === null
      ? sql<boolean>`true`
      : sql<boolean>`not exists (
          select 1 from json_array_elements_text(handover.sub_group_ids) one
          where one::int <> all(${[...allowed]}::int[]))`;
  return sql<boolean>`(
    strpos(lower(concat_ws(E'\n', rota_name, shift_name, finished_by, ${names}, notes)), ${text}) > 0
    or strpos(search_text, ${text}) > 0 and ${isWhole})`;
}

export async function lockItem(db: Db, handoverItemId: number) {
  return await db
    .selectFrom('handoverItem')
    .selectAll()
    .where('handoverItemId', '=', handoverItemId)
    .forUpdate()
    .executeTakeFirst();
}

/** Handovers, and items that are closed, are kept as long as alarms. */
export function agedHandoverTables(alarmDays: number): readonly AgedTable[] {
  const keepMs = alarmDays * DAY_MS;
  return [
    agedTable('handover', keepMs, { at: sql`to_at` }),
    agedTable('handover_item', keepMs, {
      at: sql`closed_at`,
      newest: sql`(select max(created_at) from handover_item)`,
      where: sql`closed_at is not null`,
    }),
  ];
}
