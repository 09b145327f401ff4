import type { Database } from '@gwanje/backend/database/schema';
import type { AlarmSubject } from '@gwanje/contract/alarm-states';
import type { Orphan } from '@gwanje/domain/alarms/folding';
import type { Track } from '@gwanje/domain/alarms/track';
import { type Kysely, sql } from 'kysely';
import type { AlarmChange, AlarmChangeHandler, BurstCounts } from './alarm-changes.ts';
import type { AlarmStep, FoldedSteps } from './fold-steps.ts';
import type { Adoption } from './state/open-alarm-index.ts';
import { keyText } from './state/track-store.ts';

type Db = Kysely<Database>;

/**
 * An alarm that was to be raised is open already: another server was first, or the database's answer to this one was lost.
 * Nothing of the batch is written, because other alarms of it may be folded under the missing one.
 */
export class AlreadyOpenError extends Error {
  readonly alarmIds: readonly number[];

  constructor(alarmIds: readonly number[]) {
    super('alarms are already open');
    this.alarmIds = alarmIds;
  }
}

/**
 * Writes one batch in one transaction: alarms, history, evidence, tracks, and the messages about them. Returns the alarms
 * that a user changed meanwhile. Nothing was written of these; the caller reads them again.
 */
export async function writeBatch(
  db: Db,
  { steps, orphans, adoptions }: FoldedSteps,
  onChanges: AlarmChangeHandler,
  burst: BurstCounts,
  now: Date,
): Promise<Set<number>> {
  return await db.transaction().execute(async (trx) => {
    const outdated = await lockAndCompare(trx, steps);
    const current = steps.filter(({ before }) => {
      const alarmId = alarmIdOf(before);
      return alarmId === null || !outdated.has(alarmId);
    });
    await insertAlarms(trx, current, now);
    await updateAlarms(trx, current, now);
    await writeFolding(trx, orphans, adoptions, now);
    await writeHistory(trx, current, now);
    const changes = changesOf(current, orphans);
    if (changes.length > 0) await onChanges(trx, changes, now, burst);
    await writeEvidence(trx, current);
    await writeTracks(trx, current);
    return outdated;
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
  switch (track.kind) {
    case 'pending':
      return null;
    case 'open':
      return {
        confirmLevel: track.confirmLevel,
        level: track.level,
        isRecovered: track.recoveredMs !== null,
      };
    case 'recovered':
      return { confirmLevel: 0, level: track.level, isRecovered: true };
    case 'quiet':
      return { confirmLevel: 4, level: 0, isRecovered: false };
  }
}

/** The other fields of a closed alarm do not matter. */
function isSame(one: AlarmState, other: AlarmState): boolean {
  if (one.confirmLevel !== other.confirmLevel) return false;
  return one.confirmLevel === 4 || (one.level === other.level && one.isRecovered === other.isRecovered);
}

/** Locks in the order of ids, as every writer of alarms does. Returns the alarms that differ from memory. */
async function lockAndCompare(db: Db, steps: readonly AlarmStep[]): Promise<Set<number>> {
  const expected = new Map<number, AlarmState>();
  for (const { before } of steps) {
    const alarmId = alarmIdOf(before);
    const state = before && stateOf(before);
    if (alarmId !== null && state) expected.set(alarmId, state);
  }
  if (expected.size === 0) return new Set();
  const { rows } = await sql<AlarmState & { alarmId: number }>`
    select alarm_id, confirm_level, level, recovered_at is not null as is_recovered
    from alarm where alarm_id = any(${[...expected.keys()]}::int[])
    order by alarm_id for update`.execute(db);
  const found = new Map(rows.map((row) => [row.alarmId, row]));
  return new Set(
    [...expected].flatMap(([alarmId, state]) => {
      const row = found.get(alarmId);
      return row && isSame(row, state) ? [] : [alarmId];
    }),
  );
}

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
        objectId: subject?.objectId ?? null,
        objectName: subject?.objectName ?? keyText(step.key),
        namespace: subject?.namespace ?? null,
        nodeId: subject?.nodeId ?? null,
        nodeName: subject?.nodeName ?? null,
        ownerKind: subject?.ownerKind ?? null,
        ownerName: subject?.ownerName ?? null,
        type: step.type,
        level: effect.level,
        confirmLevel: 1,
        value: step.value,
        threshold: step.threshold,
        occurredAt: now,
        lastOccurredAt: now,
        changedAt: now,
        parentAlarmId: step.parent?.alarmId ?? null,
        foldKind: step.parent?.kind ?? null,
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
    join unnest(${rows.map(({ hostId }) => hostId)}::int[], ${rows.map(({ objectKey }) => objectKey)}::text[],
      ${rows.map(({ itemKey }) => itemKey)}::text[]) as t (host, key, item)
      on host_id = t.host and object_key = t.key and item_key = t.item
    where confirm_level in (1, 2, 3)`.execute(db);
  const own = new Set(inserted.map(({ alarmId }) => alarmId));
  throw new AlreadyOpenError(open.map(({ alarmId }) => alarmId).filter((alarmId) => !own.has(alarmId)));
}

async function updateAlarms(db: Db, steps: readonly AlarmStep[], now: Date): Promise<void> {
  const ids = (kind: 'recover' | 'worsen') =>
    steps.flatMap(({ effect }) => (effect?.kind === kind ? [effect.alarmId] : []));
  const recovered = ids('recover');
  if (recovered.length > 0)
    await sql`update alarm set recovered_at = ${now}, changed_at = ${now},
      confirm_level = case when confirm_level = 1 then 0 else confirm_level end
      where alarm_id = any(${recovered}::int[])`.execute(db);
  const worse = steps.filter(({ effect }) => effect?.kind === 'worsen');
  if (worse.length > 0)
    await sql`update alarm set level = 5, changed_at = ${now}, value = t.value, threshold = t.threshold
      from unnest(${ids('worsen')}::int[], ${worse.map(({ value }) => value)}::float8[],
        ${worse.map(({ threshold }) => threshold)}::float8[]) as t (id, value, threshold)
      where alarm_id = t.id`.execute(db);
  const again = steps.flatMap(({ effect, value, threshold }) =>
    effect?.kind === 'reoccur' ? [{ ...effect, value, threshold }] : [],
  );
  if (again.length > 0)
    await sql`update alarm set level = t.level, value = t.value, threshold = t.threshold,
      occur_cnt = occur_cnt + 1, last_occurred_at = ${now}, recovered_at = null, changed_at = ${now},
      confirm_level = case when t.reopened then 1 else confirm_level end
      from unnest(${again.map(({ alarmId }) => alarmId)}::int[], ${again.map(({ level }) => level)}::int[],
        ${again.map(({ value }) => value)}::float8[], ${again.map(({ threshold }) => threshold)}::float8[],
        ${again.map(({ isReopened }) => isReopened)}::boolean[]) as t (id, level, value, threshold, reopened)
      where alarm_id = t.id`.execute(db);
  const closed = steps.flatMap(({ effect }) => (effect?.kind === 'close' ? [effect] : []));
  if (closed.length > 0)
    await sql`update alarm set confirm_level = 4, closed_at = ${now}, changed_at = ${now}, close_reason = t.reason
      from unnest(${closed.map(({ alarmId }) => alarmId)}::int[],
        ${closed.map(({ reason }) => reason)}::text[]) as t (id, reason)
      where alarm_id = t.id`.execute(db);
}

/** Children that outlive their parent return to level 1 if they were confirmed together with it. */
async function writeFolding(
  db: Db,
  orphans: readonly Orphan[],
  adoptions: readonly Adoption[],
  now: Date,
): Promise<void> {
  if (orphans.length > 0) {
    await sql`with gone as (
        select * from unnest(${orphans.map(({ alarmId }) => alarmId)}::int[],
          ${orphans.map(({ parentId }) => parentId)}::int[],
          ${orphans.map(({ isReopened }) => isReopened)}::boolean[]) as t (id, parent, reopened)),
      changed as (
        update alarm set parent_alarm_id = gone.parent, changed_at = ${now},
          fold_kind = case when gone.parent is null then null else fold_kind end,
          confirm_level = case when gone.reopened and is_confirmed_by_parent and recovered_at is null
            and confirm_level in (2, 3) then 1 else confirm_level end,
          is_confirmed_by_parent = is_confirmed_by_parent and gone.parent is not null
        from gone where alarm_id = gone.id and confirm_level in (1, 2, 3)
        returning alarm_id, confirm_level, level, gone.parent)
      insert into alarm_change (alarm_id, at, change, confirm_level, level)
      select alarm_id, ${now}, 'unfolded', confirm_level, level from changed where parent is null`.execute(
      db,
    );
  }
  if (adoptions.length > 0)
    await sql`with taken as (
        select * from unnest(${adoptions.map(({ alarmId }) => alarmId)}::int[],
          ${adoptions.map(({ parentId }) => parentId)}::int[],
          ${adoptions.map(({ kind }) => kind)}::text[]) as t (id, parent, kind)),
      changed as (
        update alarm set parent_alarm_id = taken.parent, fold_kind = taken.kind, changed_at = ${now}
        from taken where alarm_id = taken.id and confirm_level in (1, 2, 3)
        returning alarm_id, confirm_level, level)
      insert into alarm_change (alarm_id, at, change, confirm_level, level)
      select alarm_id, ${now}, 'folded', confirm_level, level from changed`.execute(db);
}

/** Changes to notify of. An alarm that flaps while a user handles it is not one. */
function changesOf(steps: readonly AlarmStep[], orphans: readonly Orphan[]): AlarmChange[] {
  const changes = steps.flatMap(({ effect }): AlarmChange[] => {
    if (!effect || (effect.kind === 'reoccur' && !effect.isReopened)) return [];
    return [{ alarmId: effect.alarmId, reason: CHANGE_OF[effect.kind] }];
  });
  const own = new Set(changes.map(({ alarmId }) => alarmId));
  const left = orphans.filter(
    ({ alarmId, parentId, isReopened }) => parentId === null && isReopened && !own.has(alarmId),
  );
  return [...changes, ...left.map(({ alarmId }): AlarmChange => ({ alarmId, reason: 'unfolded' }))];
}

const CHANGE_OF = {
  raise: 'occurred',
  worsen: 'worsened',
  recover: 'recovered',
  reoccur: 'reoccurred',
  close: 'closed',
} as const;

async function writeHistory(db: Db, steps: readonly AlarmStep[], now: Date): Promise<void> {
  const changes = steps.flatMap(({ effect, value }) => (effect ? [{ effect, value }] : []));
  if (changes.length === 0) return;
  await sql`insert into alarm_change (alarm_id, at, change, confirm_level, level, value)
    select id, ${now}, change, alarm.confirm_level, alarm.level, t.value
    from unnest(${changes.map(({ effect }) => effect.alarmId)}::int[],
      ${changes.map(({ effect }) => CHANGE_OF[effect.kind])}::text[],
      ${changes.map(({ value }) => value)}::float8[]) as t (id, change, value)
    join alarm on alarm.alarm_id = t.id`.execute(db);
}

async function writeEvidence(db: Db, steps: readonly AlarmStep[]): Promise<void> {
  const rows = steps.flatMap(({ effect, evidence }) =>
    effect?.kind === 'raise' && evidence !== null ? [{ alarmId: effect.alarmId, evidence }] : [],
  );
  if (rows.length === 0) return;
  await sql`insert into alarm_evidence (alarm_id, evidence)
    select id, evidence::json from unnest(${rows.map(({ alarmId }) => alarmId)}::int[],
      ${rows.map(({ evidence }) => evidence)}::text[]) as t (id, evidence)`.execute(db);
}

async function writeTracks(db: Db, steps: readonly AlarmStep[]): Promise<void> {
  const current = steps.flatMap((step) => (step.after ? [{ ...step, after: step.after }] : []));
  const gone = steps.filter(({ before, after }) => before && !after);
  if (current.length > 0)
    await sql`insert into alarm_track (host_id, object_key, item_key, track)
      select host, key, item, track::json from unnest(${current.map(({ hostId }) => hostId)}::int[],
        ${current.map(({ key }) => keyText(key))}::text[], ${current.map(({ itemKey }) => itemKey)}::text[],
        ${current.map(({ after }) => JSON.stringify(after))}::text[]) as t (host, key, item, track)
      on conflict (host_id, object_key, item_key) do update set track = excluded.track`.execute(db);
  if (gone.length > 0)
    await sql`delete from alarm_track using unnest(${gone.map(({ hostId }) => hostId)}::int[],
        ${gone.map(({ key }) => keyText(key))}::text[],
        ${gone.map(({ itemKey }) => itemKey)}::text[]) as t (host, key, item)
      where host_id = t.host and object_key = t.key and item_key = t.item`.execute(db);
}
