import type { Database } from '@gwanje/backend/database/schema';
import type { AlarmSubject } from '@gwanje/contract/alarm-states';
import type { FoldKind, Orphan } from '@gwanje/domain/alarms/folding';
import type { Track } from '@gwanje/domain/alarms/track';
import { type Kysely, sql } from 'kysely';
import { type AlarmChange, type ToldCounts, tellReceivers } from '../notifications/tell.ts';
import type { Finding } from './evaluate.ts';
import type { Part } from './parts.ts';
import { keyText } from './track-book.ts';

type Db = Kysely<Database>;

/** A finding, and what its new alarm is folded under. */
export interface AlarmStep extends Finding {
  readonly parent: { readonly alarmId: number; readonly kind: FoldKind } | null;
  readonly evidence: string | null;
}

export interface Adoption {
  readonly alarmId: number;
  readonly parentId: number;
  readonly kind: FoldKind;
}

export interface Commit extends Part {
  /** What receivers were told already of the same look. */
  readonly told: ToldCounts;
  readonly now: Date;
}

/**
 * What was to be raised is open already: another server was first, or it was this one and the database's answer was lost.
 * Others of the part may be folded under what was not written, so that nothing of it is.
 */
export class AlreadyOpenError extends Error {
  readonly alarmIds: readonly number[];

  constructor(alarmIds: readonly number[]) {
    super('alarms are open already');
    this.alarmIds = alarmIds;
  }
}

/**
 * A part of what an evaluation found, in one transaction: tracks, alarms, their history, evidence. Answers the alarms that
 * somebody changed meanwhile: nothing was written of these, and they are to be read again.
 */
export async function writeSteps(
  db: Db,
  { steps, orphans, adoptions, told, now }: Commit,
): Promise<Set<number>> {
  return await db.transaction().execute(async (trx) => {
    const outdated = await lockUnchanged(trx, steps);
    const written = steps.filter(({ before }) => {
      const alarmId = alarmOf(before);
      return alarmId === null || !outdated.has(alarmId);
    });
    await insertAlarms(trx, written, now);
    await updateAlarms(trx, written, now);
    await writeFolding(trx, orphans, adoptions, now);
    const hasReceivers = await writeChanges(trx, written, now);
    const news = newsOf(written, orphans);
    if (news.length > 0 && hasReceivers) await tellReceivers(trx, news, now, told);
    await writeEvidence(trx, written);
    await writeTracks(trx, written);
    return outdated;
  });
}

function alarmOf(track: Track | undefined): number | null {
  return track && 'alarmId' in track ? track.alarmId : null;
}

/** How an alarm is, as far as the engine goes by it. */
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

/** Of what is closed, nothing but that it is counts any more. */
function isSame(one: AlarmState, other: AlarmState): boolean {
  if (one.confirmLevel !== other.confirmLevel) return false;
  return one.confirmLevel === 4 || (one.level === other.level && one.isRecovered === other.isRecovered);
}

/** In the order of their ids, as everybody who changes alarms. */
async function lockUnchanged(db: Db, steps: readonly AlarmStep[]): Promise<Set<number>> {
  const expected = new Map<number, AlarmState>();
  for (const { before } of steps) {
    const alarmId = alarmOf(before);
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

/** Children that outlived a failure are back at 1 where they had been confirmed with it. */
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

/** What receivers may want to know. Flapping of what somebody is at is nothing new to them. */
function newsOf(steps: readonly AlarmStep[], orphans: readonly Orphan[]): AlarmChange[] {
  const news = steps.flatMap(({ effect }): AlarmChange[] => {
    if (!effect || (effect.kind === 'reoccur' && !effect.isReopened)) return [];
    return [{ alarmId: effect.alarmId, reason: CHANGE_OF[effect.kind] }];
  });
  const own = new Set(news.map(({ alarmId }) => alarmId));
  const left = orphans.filter(
    ({ alarmId, parentId, isReopened }) => parentId === null && isReopened && !own.has(alarmId),
  );
  return [...news, ...left.map(({ alarmId }): AlarmChange => ({ alarmId, reason: 'unfolded' }))];
}

const CHANGE_OF = {
  raise: 'occurred',
  worsen: 'worsened',
  recover: 'recovered',
  reoccur: 'reoccurred',
  close: 'closed',
} as const;

/** Answers whether there is anybody to tell: most installations begin with nobody, and need not ask for that by itself. */
async function writeChanges(db: Db, steps: readonly AlarmStep[], now: Date): Promise<boolean> {
  const told = steps.flatMap(({ effect, value }) => (effect ? [{ effect, value }] : []));
  if (told.length === 0) return true;
  const { rows } = await sql<{
    hasReceivers: boolean;
  }>`with written as (insert into alarm_change (alarm_id, at, change, confirm_level, level, value)
    select id, ${now}, change, alarm.confirm_level, alarm.level, t.value
    from unnest(${told.map(({ effect }) => effect.alarmId)}::int[],
      ${told.map(({ effect }) => CHANGE_OF[effect.kind])}::text[],
      ${told.map(({ value }) => value)}::float8[]) as t (id, change, value)
    join alarm on alarm.alarm_id = t.id)
    select exists (select 1 from webhook where is_on) as has_receivers`.execute(db);
  return rows[0]?.hasReceivers ?? true;
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
  const kept = steps.flatMap((step) => (step.after ? [{ ...step, after: step.after }] : []));
  const gone = steps.filter(({ before, after }) => before && !after);
  if (kept.length > 0)
    await sql`insert into alarm_track (host_id, object_key, item_key, track)
      select host, key, item, track::json from unnest(${kept.map(({ hostId }) => hostId)}::int[],
        ${kept.map(({ key }) => keyText(key))}::text[], ${kept.map(({ itemKey }) => itemKey)}::text[],
        ${kept.map(({ after }) => JSON.stringify(after))}::text[]) as t (host, key, item, track)
      on conflict (host_id, object_key, item_key) do update set track = excluded.track`.execute(db);
  if (gone.length > 0)
    await sql`delete from alarm_track using unnest(${gone.map(({ hostId }) => hostId)}::int[],
        ${gone.map(({ key }) => keyText(key))}::text[],
        ${gone.map(({ itemKey }) => itemKey)}::text[]) as t (host, key, item)
      where host_id = t.host and object_key = t.key and item_key = t.item`.execute(db);
}
