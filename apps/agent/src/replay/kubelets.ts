import { LONGEST_GAP_MS, rateOf, SAME_START_MS } from '../kubelet/rates.ts';
import { CLAIM, CONTAINER, NODE, POD, VIRTUAL_CONTAINER_FIELDS } from './layout.ts';
import type { Moment } from './moment.ts';
import { KnownRoster } from './roster.ts';

/** Numbers of things of one kind on one node: a row each, the fields of a row side by side. */
export interface Rows {
  readonly numbers: Float64Array;
  readonly fields: number;
  readonly count: number;
  readonly atMs: number;
  /** Those of the reading before, and where in them each row of now was; absent: nobody read them before. */
  readonly before: Before | undefined;
}

interface Before {
  readonly rows: Rows;
  /** -1: it was not there. Absent: the same rows. */
  readonly places: Int32Array | undefined;
}

/** What one kubelet says at one moment. */
export interface Reading {
  readonly name: string;
  readonly roster: KnownRoster;
  readonly node: Rows;
  readonly pods: Rows;
  readonly containers: Rows;
  readonly claims: Rows;
}

/** All kubelets of a cluster, moment after moment. */
export class ReplayedKubelets {
  readonly #last = new Map<string, Reading>();
  /** Told once, and not again for a node that was forgotten in between. */
  readonly #rosters = new Map<string, KnownRoster>();

  /** Those that answer, with what each said before: a silent one's last word is kept, and is too old after a while. */
  readings({ kubelets, numbers, atMs }: Moment): readonly Reading[] {
    let at = 0;
    const take = (fields: number, count: number) => {
      const from = at;
      at += fields * count;
      return { numbers: numbers.subarray(from, at), fields, count, atMs };
    };
    const readings = kubelets.map(({ name, roster: told }) => {
      const roster = told ? new KnownRoster(told) : this.#rosters.get(name);
      if (!roster) throw new Error(`nobody has said what is on ${name}`);
      this.#rosters.set(name, roster);
      const reading = readingOf(name, roster, this.#last.get(name), take);
      this.#last.set(name, reading);
      return reading;
    });
    if (at !== numbers.length) throw new Error('a moment has other numbers than its rosters say');
    return readings;
  }

  forget(nodeName: string): void {
    this.#last.delete(nodeName);
  }
}

type Take = (fields: number, count: number) => Omit<Rows, 'before'>;

function readingOf(name: string, roster: KnownRoster, last: Reading | undefined, take: Take): Reading {
  const hasChanged = last !== undefined && roster !== last.roster;
  const pods = hasChanged ? roster.podPlacesIn(last.roster) : undefined;
  const containers = hasChanged ? roster.containerPlacesIn(last.roster) : undefined;
  const containerFields = roster.hasCadvisor ? CONTAINER.fields : VIRTUAL_CONTAINER_FIELDS;
  return {
    name,
    roster,
    node: { ...take(NODE.fields, 1), before: beforeOf(last?.node, undefined) },
    pods: { ...take(POD.fields, roster.podCnt), before: beforeOf(last?.pods, pods) },
    containers: {
      ...take(containerFields, roster.containerCnt),
      before: beforeOf(last?.containers, containers),
    },
    claims: { ...take(CLAIM.fields, roster.claimCnt), before: undefined },
  };
}

function beforeOf(rows: Rows | undefined, places: Int32Array | undefined): Before | undefined {
  // Without what was before it: a chain would hold all of the past.
  return rows && { rows: { ...rows, before: undefined }, places };
}

/** Counters have begun anew where this differs; the first field of a row. */
const START = 0;

/** Per second since the reading before, of one field of a row; NaN where nobody knows. What is usual is as `rateOf` has it. */
export function rateAt(rows: Rows, row: number, field: number): number {
  const { before } = rows;
  const place = before?.places ? (before.places[row] ?? -1) : row;
  if (!before || place < 0) return Number.NaN;
  const value = rows.numbers[row * rows.fields + field] ?? Number.NaN;
  const startMs = rows.numbers[row * rows.fields + START] ?? Number.NaN;
  const { numbers, fields, atMs } = before.rows;
  const valueBefore = numbers[place * fields + field] ?? Number.NaN;
  const startBefore = numbers[place * fields + START] ?? Number.NaN;
  const pastMs = rows.atMs - atMs;
  const isUsual =
    value >= valueBefore &&
    Math.abs(startMs - startBefore) <= SAME_START_MS &&
    pastMs > 0 &&
    pastMs <= LONGEST_GAP_MS;
  if (isUsual) return ((value - valueBefore) / pastMs) * 1000;
  if (Number.isNaN(value) || Number.isNaN(valueBefore)) return Number.NaN;
  const counted = { value: valueBefore, atMs, startMs: startBefore, perSecond: null };
  return rateOf(counted, { value, atMs: rows.atMs, startMs }) ?? Number.NaN;
}
