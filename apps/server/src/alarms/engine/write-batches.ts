import type { AlarmSubject } from '@gwanje/contract/alarms/alarm-items';
import { podFailureRank } from '@gwanje/domain/alarms/folding';
import type { TrackChange } from './evaluate.ts';
import type { AlarmStep, FoldedSteps } from './fold-steps.ts';

/**
 * A transaction has at most this many rows of each kind, so that a slow database finishes it within seconds.
 */
const BATCH_SIZE = 300;
/**
 * One evaluation writes at most this many steps. Then other clusters and users can continue; the next
 * evaluation writes the rest.
 */
export const MAX_STEPS = 1500;

/**
 * Sorts changes of alarms before changes of tracks, and failures first: they explain other alarms. So does the
 * first failure of a pod.
 */
export function urgentFirst(changes: readonly TrackChange[]): TrackChange[] {
  return changes.toSorted((a, b) => urgency(a) - urgency(b));
}

function urgency({ effect, target, itemKey }: TrackChange): number {
  return (effect ? 0 : 1000) + depth(target) * 100 + podFailureRank(itemKey);
}

function depth(target: AlarmSubject): number {
  return target === 'cluster' ? 0 : target === 'node' ? 1 : 2;
}

/**
 * Splits the result of one evaluation into short transactions. Parents are written before their children, so
 * that a failed batch leaves no child without its parent. The next evaluation finds unwritten changes again.
 */
export function splitIntoBatches({ steps, orphans, adoptions }: FoldedSteps): FoldedSteps[] {
  const orphanByAlarm = new Map(orphans.map((orphan) => [orphan.alarmId, orphan]));
  const stepBatches = inSlices(steps.toSorted((a, b) => writeOrder(a) - writeOrder(b))).map(
    (slice): FoldedSteps => {
      // An orphan that has its own change is written with that change.
      const own = slice.flatMap(({ effect }) => (effect && orphanByAlarm.get(effect.alarmId)) ?? []);
      for (const { alarmId } of own) orphanByAlarm.delete(alarmId);
      return { steps: slice, orphans: own, adoptions: [] };
    },
  );
  return [
    ...stepBatches,
    ...inSlices([...orphanByAlarm.values()]).map((slice) => ({ steps: [], orphans: slice, adoptions: [] })),
    ...inSlices(adoptions).map((slice) => ({ steps: [], orphans: [], adoptions: slice })),
  ];
}

function writeOrder({ effect, raised }: AlarmStep): number {
  if (!effect) return 2;
  return (raised?.parentId ?? null) === null ? 0 : 1;
}

function inSlices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, index) =>
    all.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}
