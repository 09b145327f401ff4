import type { Db } from '@gwanje/backend/database/schema';
import type { AlarmSubject } from '@gwanje/contract/alarms/alarm-items';
import type { Orphan } from '@gwanje/domain/alarms/folding';
import type { Effect, Track } from '@gwanje/domain/alarms/track';
import { sql } from 'kysely';
import type { AlarmChange, AlarmChangeHandler, BurstCounts } from '../alarm-changes.ts';
import type { AlarmStep, FoldedSteps } from '../fold-steps.ts';
import type { Adoption } from '../state/open-alarm-index.ts';
import { keyText } from '../state/track-store.ts';

/**
 * An alarm to be raised is open already: another server wrote it first, or the database's answer was lost.
 * No alarm of the batch is written, because other alarms in it may be folded under the missing one.
 */
export class AlreadyOpenError extends Error {
  readonly alarmIds: readonly number[];

  constructor(alarmIds: readonly number[]) {
    super('alarms are already open');
    this.alarmIds = alarmIds;
  }
}

/**
 * Writes one batch in one transaction: alarms, history, evidence, tracks, and the messages about them. Throws
 * `NotOwnerError` when another replica owns the cluster. Alarms that a user changed meanwhile are outdated: their steps are not written, and the caller reads them again.
 * Returns the written steps.
 */
export async function writeBatch(
  db: Db,
  { steps, orphans, adoptions }: FoldedSteps,
  onChanges: AlarmChangeHandler,
  burst: BurstCounts,
  now: Date,
  fence: (trx: Db) => Promise<void>,
): Promise<{ written: AlarmStep[]; outdated: ReadonlySet<number> }> {
  return await db.transaction().execute(async (trx) => {
    await fence(trx);
    const outdated = await lockAndCompare(trx, steps);
    const written = steps.filter(({ before }) => {
      const alarmId = alarmIdOf(before);
      return alarmId === null || !outdated.has(alarmId);
    });
    const effects = written.flatMap(({ effect, value, threshold }) =>
      effect ? [{ ...effect, value, threshold }] : [],
    );
    await insertAlarms(trx, written, now);
    await countOccurrences(trx, written, now);
    await updateAlarms(trx, effects, now);
    await writeFolding(trx, orphans, adoptions, now);
    await writeHistory(trx, effects, now);
    const changes = changesOf(effects, orphans);
    if (changes.length > 0) await onChanges(trx, changes, now, burst);
    await writeEvidence(trx, written);
    await writeTracks(trx, written);
    return { written, outdated };
  });
}

function alarmIdOf(track: Track | undefined): number | null {
  return track && 'alarmId' in track ? track.alarmId : null;
}

/** The fields of an alarm that the engine's decisions depend on. */
interface AlarmState {
  readonly confirmLevel: number;
  readonly level: number;
  readonly isRecovered: boolean;
}

function stateOf(track: Track): AlarmState | null {
  if (track.kind === 'pending') return null;
  if (track.kind === 'quiet') return { confirmLevel: 4, level: 0, isRecovered: false };
  const confirmLevel = track.kind === 'open' ? track.confirmLevel : 0;
  return { confirmLevel, level: track.level, isRecovered: track.recoveredMs !== null };
}

/** The other fields of a closed alarm do not matter. */
function isSame(one: AlarmState, other: AlarmState): boolean {
  if (one.confirmLevel !== other.confirmLevel) return false;
  return one.confirmLevel === 4 || (one.level === other.level && one.isRecovered === other.isRecovered);
}

/** Locks alarms in the order of their ids, as every writer does. Returns those that differ from memory. */
async function lockAndCompare(db: Db, steps: readonly AlarmStep[]): Promise<Set<number>> {
  const expected = new Map<number, AlarmState>();
  for (const { before } of steps) {
    const alarmId = alarmIdOf(before);
    const state = before && stateOf(before);
    if (alarmId !== null && state) expected.set(alarmId, state);
  }
  const locked = new Set([...expected.keys(), ...steps.flatMap((step) => ownerHeadOf(step) ?? [])]);
  if (locked.size === 0) return new Set();
  const { rows } = await sql<AlarmState & { alarmId: number }>`
    select alarm_id, confirm_level, level, recovered_at is not null as is_recovered
    from alarm where alarm_id = any(${[...locked]}::int[])
    order by alarm_id for update`.execute(db);
  const found = new Map(rows.map((row) => [row.alarmId, row]));
  return new Set(
    [...expected].flatMap(([alarmId, state]) => {
      const row = found.get(alarmId);
      return row && isSame(row, state) ? [] : [alarmId];
    }),
  );
}

function ownerHeadOf({ raised }: AlarmStep): number | null {
  return raised?.foldKind === 'owner' ? raised.parentId : null;
}

/** A new alarm of another pod of the same owner is one more occurrence of the alarm it is folded under. */
async function countOccurrences(db: Db, steps: readonly AlarmStep[], now: Date): Promise<void> {
  const cnts = new Map<number, number>();
  for (const step of steps) {
    const headId = ownerHeadOf(step);
    if (headId !== null) cnts.set(headId, (cnts.get(headId) ?? 0) + 1);
  }
  if (cnts.size === 0) return;
  const rows = [...cnts].map(([alarmId, cnt]) => ({ alarmId, cnt }));
  await sql`update alarm set occur_cnt = occur_cnt + t.cnt, last_occurred_at = ${now}, changed_at = ${now}
    from ${asTable(rows, '"alarmId" int, cnt int')} where alarm_id = t."alarmId"`.execute(db);
}

/** The object of an event may not be collected. */
const NO_OBJECT = { objectId: null, namespace: null, nodeId: null, nodeName: null };
const NO_OWNER = { ownerKind: null, ownerName: null };

async function insertAlarms(db: Db, steps: readonly AlarmStep[], now: Date): Promise<void> {
  const rows = steps.flatMap((step) => {
    const { effect, subject } = step;
    if (effect?.kind !== 'raise') return [];
    return [
      {
        alarmId: effect.alarmId,
        hostId: step.hostId,
        objectKey: keyText(step.key),
        itemKey: step.itemKey,
        itemName: step.itemName,
        target: step.target satisfies AlarmSubject,
        ...(subject ?? { ...NO_OBJECT, ...NO_OWNER, objectName: keyText(step.key) }),
        type: step.type,
        level: effect.level,
        confirmLevel: 1,
        value: step.value,
        threshold: step.threshold,
        occurredAt: now,
        lastOccurredAt: now,
        changedAt: now,
        parentAlarmId: step.raised?.parentId ?? null,
        foldKind: step.raised?.foldKind ?? null,
        isNotified: step.isNotified,
      },
    ];
  });
  if (rows.length === 0) return;
  const inserted = await db
    .insertInto('alarm')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('alarmId')
    .execute();
  if (inserted.length === rows.length) return;
  const { rows: open } = await sql<{ alarmId: number }>`
    select alarm_id from alarm
    join ${asTable(rows, '"hostId" int, "objectKey" text, "itemKey" text')}
      on host_id = t."hostId" and object_key = t."objectKey" and item_key = t."itemKey"
    where confirm_level in (1, 2, 3)`.execute(db);
  const own = new Set(inserted.map(({ alarmId }) => alarmId));
  throw new AlreadyOpenError(open.map(({ alarmId }) => alarmId).filter((alarmId) => !own.has(alarmId)));
}

/** The change of an alarm, with the value that caused it. */
export type ObservedEffect = Effect & { readonly value: number | null; readonly threshold: number | null };

export async function updateAlarms(db: Db, effects: readonly ObservedEffect[], now: Date): Promise<void> {
  const byKind = Map.groupBy(effects, ({ kind }) => kind);
  const { recover, worsen, reoccur, close } = Object.fromEntries(byKind);
  if (recover)
    await sql`update alarm set recovered_at = ${now}, changed_at = ${now},
      confirm_level = case when confirm_level = 1 then 0 else confirm_level end
      where alarm_id = any(${recover.map(({ alarmId }) => alarmId)}::int[])`.execute(db);
  if (worsen)
    await sql`update alarm set level = 5, changed_at = ${now}, value = coalesce(t.value, alarm.value),
      threshold = coalesce(t.threshold, alarm.threshold)
      from ${asTable(worsen, '"alarmId" int, value float8, threshold float8')}
      where alarm_id = t."alarmId"`.execute(db);
  if (reoccur)
    await sql`update alarm set level = t.level, value = t.value, threshold = t.threshold,
      occur_cnt = occur_cnt + 1, last_occurred_at = ${now}, recovered_at = null, changed_at = ${now},
      confirm_level = case when t."isReopened" then 1 else confirm_level end
      from ${asTable(reoccur, '"alarmId" int, level int, value float8, threshold float8, "isReopened" boolean')}
      where alarm_id = t."alarmId"`.execute(db);
  if (close)
    await sql`update alarm set confirm_level = 4, closed_at = ${now}, changed_at = ${now}, close_reason = t.reason
      from ${asTable(close, '"alarmId" int, reason text')} where alarm_id = t."alarmId"`.execute(db);
}

/** Children that outlive their parent return to level 1 if they were confirmed together with it. */
async function writeFolding(
  db: Db,
  orphans: readonly Orphan[],
  adoptions: readonly Adoption[],
  now: Date,
): Promise<void> {
  if (orphans.length > 0)
    await sql`with changed as (
        update alarm set parent_alarm_id = t."parentId", changed_at = ${now},
          fold_kind = case when t."parentId" is null then null else fold_kind end,
          confirm_level = case when t."isReopened" and is_confirmed_by_parent and recovered_at is null
            and confirm_level in (2, 3) then 1 else confirm_level end,
          is_confirmed_by_parent = is_confirmed_by_parent and t."parentId" is not null
        from ${asTable(orphans, '"alarmId" int, "parentId" int, "isReopened" boolean')}
        where alarm_id = t."alarmId" and confirm_level in (1, 2, 3)
        returning alarm_id, confirm_level, level, t."parentId")
      insert into alarm_change (alarm_id, at, change, confirm_level, level)
      select alarm_id, ${now}, 'unfolded', confirm_level, level from changed where "parentId" is null`.execute(
      db,
    );
  if (adoptions.length > 0)
    await sql`with changed as (
        update alarm set parent_alarm_id = t."parentId", fold_kind = t.kind, changed_at = ${now}
        from ${asTable(adoptions, '"alarmId" int, "parentId" int, kind text')}
        where alarm_id = t."alarmId" and confirm_level in (1, 2, 3)
        returning alarm_id, confirm_level, level)
      insert into alarm_change (alarm_id, at, change, confirm_level, level)
      select alarm_id, ${now}, 'folded', confirm_level, level from changed`.execute(db);
}

/** Changes to notify of. An alarm that flaps while a user handles it causes no message. */
function changesOf(effects: readonly Effect[], orphans: readonly Orphan[]): AlarmChange[] {
  const changes = effects
    .filter((effect) => effect.kind !== 'reoccur' || effect.isReopened)
    .map(({ alarmId, kind }): AlarmChange => ({ alarmId, reason: CHANGE_OF[kind] }));
  const own = new Set(changes.map(({ alarmId }) => alarmId));
  const left = orphans.filter(
    ({ alarmId, parentId, isReopened }) => parentId === null && isReopened && !own.has(alarmId),
  );
  return [...changes, ...left.map(({ alarmId }): AlarmChange => ({ alarmId, reason: 'unfolded' }))];
}

export const CHANGE_OF = {
  raise: 'occurred',
  worsen: 'worsened',
  recover: 'recovered',
  reoccur: 'reoccurred',
  close: 'closed',
} as const;

export async function writeHistory(db: Db, effects: readonly ObservedEffect[], now: Date): Promise<void> {
  const changes = effects.map(({ alarmId, kind, value }) => ({ alarmId, change: CHANGE_OF[kind], value }));
  if (changes.length > 0)
    await sql`insert into alarm_change (alarm_id, at, change, confirm_level, level, value)
      select alarm_id, ${now}, t.change, confirm_level, level, t.value
      from ${asTable(changes, '"alarmId" int, change text, value float8')} join alarm on alarm_id = t."alarmId"`.execute(
      db,
    );
}

async function writeEvidence(db: Db, steps: readonly AlarmStep[]): Promise<void> {
  const rows = steps.flatMap(({ effect, evidence }) =>
    effect?.kind === 'raise' && evidence !== null ? [{ alarmId: effect.alarmId, evidence }] : [],
  );
  if (rows.length > 0) await db.insertInto('alarmEvidence').values(rows).execute();
}

async function writeTracks(db: Db, steps: readonly AlarmStep[]): Promise<void> {
  const rows = steps.map(({ hostId, key, itemKey }) => ({ hostId, objectKey: keyText(key), itemKey }));
  const saved = rows.flatMap((row, index) => {
    const track = steps[index]?.after;
    return track ? [{ ...row, track: JSON.stringify(track) }] : [];
  });
  const ended = rows.filter((_row, index) => !steps[index]?.after);
  if (saved.length > 0)
    await db
      .insertInto('alarmTrack')
      .values(saved)
      .onConflict((conflict) =>
        conflict
          .columns(['hostId', 'objectKey', 'itemKey'])
          .doUpdateSet((eb) => ({ track: eb.ref('excluded.track') })),
      )
      .execute();
  if (ended.length > 0)
    await sql`delete from alarm_track using ${asTable(ended, '"hostId" int, "objectKey" text, "itemKey" text')}
      where host_id = t."hostId" and object_key = t."objectKey" and item_key = t."itemKey"`.execute(db);
}

/** SQL: objects as a table `t`. It takes one parameter for any number of rows. */
function asTable(rows: readonly object[], columns: string) {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as t (${sql.raw(columns)})`;
}
