import type { AlarmSubject } from '@gwanje/contract/alarm-states';
import type { Orphan } from '@gwanje/domain/alarms/folding';
import type { Finding } from './evaluate.ts';
import type { Adoption, AlarmStep } from './write.ts';

/** What is written in one transaction. */
export interface Part {
  readonly steps: readonly AlarmStep[];
  readonly orphans: readonly Orphan[];
  readonly adoptions: readonly Adoption[];
}

/** Everybody else waits while a part is written, and a database that is slow has to be done with it in seconds. */
const PART = 300;
/** Then others have their turn: clusters, and people who changed an alarm. */
export const STEPS_A_LOOK = 1500;

/** What somebody is told of before what is only kept, and of that failures first: they explain what is below them. */
export function urgentFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => urgency(a) - urgency(b));
}

function urgency({ effect, target }: Finding): number {
  return (effect ? 0 : 10) + rank(target);
}

function rank(target: AlarmSubject): number {
  return target === 'cluster' ? 0 : target === 'node' ? 1 : 2;
}

/**
 * What one look found, in transactions that are short however much it is. What stands for others comes first, so that
 * a part that fails leaves no child without its parent; what is left is found again by the next look.
 */
export function partsOf({ steps, orphans, adoptions }: Part): Part[] {
  const byAlarm = new Map(orphans.map((orphan) => [orphan.alarmId, orphan]));
  const ordered = steps.toSorted((a, b) => turn(a) - turn(b));
  const parts = inSlices(ordered).map((slice): Part => {
    // What also happens to it by itself is told instead of that it is on its own again.
    const own = slice.flatMap(({ effect }) => (effect && byAlarm.get(effect.alarmId)) ?? []);
    for (const { alarmId } of own) byAlarm.delete(alarmId);
    return { steps: slice, orphans: own, adoptions: [] };
  });
  return [
    ...parts,
    ...inSlices([...byAlarm.values()]).map((slice): Part => ({ steps: [], orphans: slice, adoptions: [] })),
    ...inSlices(adoptions).map((slice): Part => ({ steps: [], orphans: [], adoptions: slice })),
  ];
}

function turn({ effect, parent }: AlarmStep): number {
  if (!effect) return 2;
  return parent === null ? 0 : 1;
}

function inSlices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / PART) }, (_, at) =>
    all.slice(at * PART, (at + 1) * PART),
  );
}
