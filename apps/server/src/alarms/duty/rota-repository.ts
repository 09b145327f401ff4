import type { Database, Db } from '@gwanje/backend/database/schema';
import { RotaPlan } from '@gwanje/contract/duty/duty-rotas';
import { accessScopeOf } from '@gwanje/domain/access/access-scope';
import type { Rota } from '@gwanje/domain/duty/duty-shifts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { seesMetaGroup, seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';

type StoredException = Omit<Selectable<Database['dutyException']>, 'createdAt' | 'dutyRotaId'>;

/** A rota as it is stored, with the sub groups that it covers now. */
export interface StoredRota {
  readonly dutyRotaId: number;
  readonly name: string;
  readonly metaGroupId: number;
  readonly metaGroupName: string;
  readonly ownerUserNo: number | null;
  readonly coversAll: boolean;
  readonly subGroupIds: readonly number[];
  readonly plan: RotaPlan;
  /** In the order in which they were made. */
  readonly exceptionList: readonly StoredException[];
  readonly updatedAt: Date;
  readonly version: number;
}

/** The parts that the rules about shifts read. */
export function rotaOf({ plan, exceptionList }: Pick<StoredRota, 'plan' | 'exceptionList'>): Rota {
  return { ...plan, exceptionList: exceptionList as Rota['exceptionList'] };
}

/** A sub group that was moved to another meta group is no longer covered. */
const coveredGroups = sql`sub_group covered where covered.meta_group_id = duty_rota.meta_group_id
  and (duty_rota.covers_all or exists (select 1 from duty_rota_group link
    where link.duty_rota_id = duty_rota.duty_rota_id and link.sub_group_id = covered.sub_group_id))`;

/**
 * Rotas of a sub group that the viewer sees; for total admins and the owner of the meta group also rotas that cover
 * nothing.
 */
function seesRota(viewer: Viewer): RawBuilder<boolean> {
  const seesCovered = sql<boolean>`exists (select 1 from ${coveredGroups}
    and ${seesSubGroup(viewer, 'covered.subGroupId')})`;
  const scope = accessScopeOf(viewer.standsFor ?? viewer.role);
  if (scope === 'granted') return seesCovered;
  const columns = { metaGroupId: 'dutyRota.metaGroupId', ownerUserNo: 'metaGroup.ownerUserNo' };
  const isOwner =
    scope === 'everything'
      ? sql<boolean>`true`
      : sql<boolean>`coalesce(meta_group.owner_user_no = ${viewer.userNo}, false)`;
  return sql<boolean>`(${seesCovered} or (${isOwner} and ${seesMetaGroup(viewer, columns)}))`;
}

const exceptionsOfRota = sql<StoredException[]>`(select coalesce(json_agg(json_build_object(
  'dutyExceptionId', e.duty_exception_id, 'shiftId', e.shift_id, 'fromDate', e.from_date, 'toDate', e.to_date,
  'replacedUserNo', e.replaced_user_no, 'coveringUserNo', e.covering_user_no, 'note', e.note)
  order by e.duty_exception_id), '[]') from duty_exception e where e.duty_rota_id = duty_rota.duty_rota_id)`;

function rotas(db: Db) {
  return db
    .selectFrom('dutyRota')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'dutyRota.metaGroupId')
    .select(['dutyRota.dutyRotaId', 'dutyRota.name', 'dutyRota.metaGroupId', 'dutyRota.coversAll'])
    .select(['dutyRota.plan', 'dutyRota.updatedAt', 'dutyRota.version'])
    .select(['metaGroup.name as metaGroupName', 'metaGroup.ownerUserNo'])
    .select(
      sql<number[]>`array(select covered.sub_group_id from ${coveredGroups} order by 1)`.as('subGroupIds'),
    )
    .select(exceptionsOfRota.as('exceptionList'))
    .orderBy('metaGroup.nameKey')
    .orderBy('dutyRota.nameKey');
}

/** The plan was validated when it was saved. */
function storedRota<Row extends { readonly plan: unknown }>(
  row: Row,
): Omit<Row, 'plan'> & { plan: RotaPlan } {
  return { ...row, plan: RotaPlan.parse(row.plan) };
}

/** The rotas of any of these sub groups; with `viewer` also rotas that cover nothing and that the viewer sees. */
export async function listRotasOf(
  db: Db,
  subGroupIds: Iterable<number>,
  viewer?: Viewer,
): Promise<StoredRota[]> {
  const isOfGroups = sql<boolean>`exists (select 1 from ${coveredGroups}
    and covered.sub_group_id = any(${[...subGroupIds]}::int[]))`;
  const coversNothing = viewer
    ? sql<boolean>`(not exists (select 1 from ${coveredGroups}) and ${seesRota(viewer)})`
    : sql<boolean>`false`;
  const rows = await rotas(db).where(sql<boolean>`(${isOfGroups} or ${coversNothing})`).execute();
  return rows.map(storedRota);
}

export async function listAllRotas(db: Db): Promise<StoredRota[]> {
  return (await rotas(db).execute()).map(storedRota);
}

export async function findRota(db: Db, viewer: Viewer, dutyRotaId: number) {
  const row = await rotas(db)
    .select(seesRota(viewer).as('isSeen'))
    .where('dutyRota.dutyRotaId', '=', dutyRotaId)
    .executeTakeFirst();
  return row && storedRota(row);
}

/** Locks the row, so that the call checks and changes the same version of it. */
export async function lockRota(db: Db, viewer: Viewer, dutyRotaId: number) {
  await db
    .selectFrom('dutyRota')
    .select('dutyRotaId')
    .where('dutyRotaId', '=', dutyRotaId)
    .forUpdate()
    .execute();
  return await findRota(db, viewer, dutyRotaId);
}

export async function findRotaOfException(db: Db, dutyExceptionId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('dutyException')
    .select('dutyRotaId')
    .where('dutyExceptionId', '=', dutyExceptionId)
    .executeTakeFirst();
  return row?.dutyRotaId;
}

/** What the handovers of a rota carry. Deleting the rota deletes it. */
export async function listOpenItems(db: Db, dutyRotaId: number) {
  return await db
    .selectFrom('handoverItem')
    .select(['text', 'createdBy', 'createdByNo', 'createdAt'])
    .where('dutyRotaId', '=', dutyRotaId)
    .where('closedAt', 'is', null)
    .orderBy('handoverItemId')
    .execute();
}

export async function countRotas(db: Db, metaGroupId: number): Promise<number> {
  const rows = await db
    .selectFrom('dutyRota')
    .select('dutyRotaId')
    .where('metaGroupId', '=', metaGroupId)
    .execute();
  return rows.length;
}

/** Replaces the sub groups of a rota. */
export async function saveRotaGroups(
  db: Db,
  dutyRotaId: number,
  subGroupIds: readonly number[] | null,
): Promise<void> {
  await db.deleteFrom('dutyRotaGroup').where('dutyRotaId', '=', dutyRotaId).execute();
  if (subGroupIds === null) return;
  await db
    .insertInto('dutyRotaGroup')
    .values(subGroupIds.map((subGroupId) => ({ dutyRotaId, subGroupId })))
    .execute();
}

/** An exception of a removed shift must not apply to a later shift with the same id. */
export async function deleteExceptionsOfOtherShifts(
  db: Db,
  dutyRotaId: number,
  shiftIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('dutyException')
    .where('dutyRotaId', '=', dutyRotaId)
    .where('shiftId', 'not in', shiftIds)
    .execute();
}
