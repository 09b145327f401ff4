import type { Db } from '@gwanje/backend/database/schema';
import { confirmLevels } from '@gwanje/domain/mappings/labels';
import { type CauseRule, type CauseSource, MAX_RECALLS, Recall } from '@gwanje/kinds/calls/causes';
import { listEarlierAlarms, listHandling, listMemosOf, type RecalledAlarm } from './recall-repository.ts';
import type { WarningLogger } from './source-reader.ts';
import { SourceReader } from './source-reader.ts';
import type { Subject } from './subject/subject.ts';

/** How far back alarms are looked for. */
const SINCE_MS = 90 * 86_400_000;

const TIMEOUT_MS = 2000;

/** Names the alarms as missing when they cannot be read in time. */
export async function findRecallsOf(
  { db, logger }: { readonly db: Db; readonly logger: WarningLogger },
  ...wanted: FindArguments
): Promise<{ readonly list: readonly Recall[]; readonly missingList: readonly CauseSource[] }> {
  const reader = new SourceReader(TIMEOUT_MS, (source, err) =>
    logger.warn({ err, source }, 'earlier alarms were left out'),
  );
  const list = await reader.read('alarms', () => findRecalls(db, ...wanted), []);
  return { list, missingList: reader.missingList };
}

type FindArguments = Parameters<typeof findRecalls> extends [Db, ...infer Rest] ? Rest : never;

/**
 * Earlier alarms of the same item: of the same workload, also when its pods have changed, then of other objects after the
 * same kind of change. `hostIds`: the clusters that the caller may see.
 */
async function findRecalls(
  db: Db,
  alarm: { readonly alarmId: number; readonly itemKey: string; readonly namespace: string | null },
  subject: Subject,
  firstCause: CauseRule | null,
  hostIds: ReadonlySet<number>,
): Promise<Recall[]> {
  const base = {
    itemKey: alarm.itemKey,
    hostIds: [...hostIds],
    before: new Date(subject.atMs),
    since: new Date(subject.atMs - SINCE_MS),
  };
  const workload = { name: subject.ownerName ?? subject.name, namespace: alarm.namespace };
  const exceptIds = [alarm.alarmId];
  const ofWorkload = await listEarlierAlarms(
    db,
    { ...base, workload, firstCause: null, exceptIds },
    MAX_RECALLS,
  );
  const known = [...exceptIds, ...ofWorkload.map(({ alarmId }) => alarmId)];
  const room = MAX_RECALLS - ofWorkload.length;
  const ofChange =
    firstCause === null || room === 0
      ? []
      : await listEarlierAlarms(db, { ...base, workload: null, firstCause, exceptIds: known }, room);
  const alarmIds = [...ofWorkload, ...ofChange].map(({ alarmId }) => alarmId);
  const handling = Map.groupBy(await listHandling(db, alarmIds), ({ alarmId }) => alarmId);
  const memos = Map.groupBy(await listMemosOf(db, alarmIds), ({ alarmId }) => alarmId);
  const recall = (basis: Recall['basis'], rule: CauseRule | null) => (earlier: RecalledAlarm) =>
    recallOf(earlier, basis, rule, handling.get(earlier.alarmId) ?? [], memos.get(earlier.alarmId) ?? []);
  return [...ofWorkload.map(recall('sameWorkload', null)), ...ofChange.map(recall('sameChange', firstCause))];
}

type Handling = Awaited<ReturnType<typeof listHandling>>;
type Memos = Awaited<ReturnType<typeof listMemosOf>>;

function recallOf(
  { recoveredAt, occurredAt, ...alarm }: RecalledAlarm,
  basis: Recall['basis'],
  rule: CauseRule | null,
  handling: Handling,
  memos: Memos,
): Recall {
  const after = (at: Date | undefined | null) =>
    at ? Math.max(0, Math.round((at.getTime() - occurredAt.getTime()) / 1000)) : null;
  const [first] = handling;
  const handled = handling.find(({ confirmLevel }) => confirmLevel >= confirmLevels.handled);
  return Recall.parse({
    ...alarm,
    basis,
    rule,
    occurredAt: occurredAt.toISOString(),
    userName: (handled ?? first)?.userName ?? null,
    acknowledgedAfterS: after(first?.at),
    handledAfterS: after(handled?.at),
    recoveredAfterS: after(recoveredAt),
    memoList: memos.map(({ at, alarmId: _alarmId, ...memo }) => ({ ...memo, at: at.toISOString() })),
  });
}
