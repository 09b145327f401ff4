import { mix } from '../core/random.ts';
import type { ContainerEnd, PodRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { type LogSubject, lastWords, linesOf } from './log-lines.ts';

/** A kubelet keeps the last files of a log. Older lines are gone. */
const KEPT_SLOTS = 20_000;
const SHORTEST_SLOT_MS = 400;
const SLOT_RANGE_MS = 2600;

/** One run of a container. */
export interface Run {
  readonly subject: LogSubject;
  readonly beganMs: number;
  readonly end: ContainerEnd | undefined;
}

export interface LogLine {
  readonly atMs: number;
  /** As runtimes write it, with nine decimals. */
  readonly time: string;
  readonly text: Buffer;
}

/** The run whose log a kubelet returns. Undefined: there is none. */
export function findRun(
  cluster: Cluster,
  pod: PodRecord,
  index: number,
  isPrevious: boolean,
): Run | undefined {
  const container = pod.containers[index];
  if (!container) return undefined;
  const { state, startedSec, end, lastEnd } = container;
  const subject = { pod, index, seed: cluster.seed };
  const ended = (of: ContainerEnd | undefined) => of && { subject, beganMs: of.startedSec * 1000, end: of };
  if (isPrevious) return ended(lastEnd);
  if (state === 'running') return { subject, beganMs: startedSec * 1000, end: undefined };
  return ended(state === 'terminated' ? end : lastEnd);
}

/** Reads a run slot by slot. A slot is a short time in which a container writes once. */
export class ContainerLog {
  readonly #cluster: Cluster;
  readonly #run: Run;
  readonly #slotMs: number;

  constructor(cluster: Cluster, run: Run) {
    this.#cluster = cluster;
    this.#run = run;
    const { pod, index, seed } = run.subject;
    this.#slotMs = SHORTEST_SLOT_MS + (mix(seed ^ 0x10c5, pod.id * 8 + index) % SLOT_RANGE_MS);
  }

  /** The first slot that begins after now. */
  endSlot(nowMs: number): number {
    const untilMs = this.#run.end ? this.#run.end.finishedSec * 1000 : nowMs;
    return Math.max(0, Math.ceil((untilMs - this.#run.beganMs) / this.#slotMs));
  }

  firstSlot(nowMs: number): number {
    return Math.max(0, this.endSlot(nowMs) - KEPT_SLOTS);
  }

  /** The slot in which the time lies. */
  slotAt(atMs: number): number {
    return Math.max(0, Math.floor((atMs - this.#run.beganMs) / this.#slotMs));
  }

  /** The slot after which the last lines come. */
  linesIn(slot: number, isLast: boolean): LogLine[] {
    const { subject, end } = this.#run;
    const beganMs = this.#run.beganMs + slot * this.#slotMs;
    const mode = this.#cluster.faults.logModes.get(subject.pod.id);
    const isChanged = mode !== undefined && beganMs >= mode.fromMs && beganMs < (mode.untilMs ?? Infinity);
    const texts = linesOf(subject, slot, this.#slotMs, isChanged ? mode.mode : undefined);
    if (isLast && end && end.exitCode !== 0)
      texts.push(...lastWords(subject, slot, end.exitCode, end.reason));
    const untilMs = Math.min(beganMs + this.#slotMs, end ? end.finishedSec * 1000 : Infinity);
    const stepMs = Math.max(0, untilMs - beganMs) / (texts.length + 1);
    return texts.map((text, index) => {
      const atMs = beganMs + stepMs * (index + 1);
      const nanos = Math.floor((atMs % 1000) * 1e6);
      const second = new Date(atMs).toISOString().slice(0, 19);
      return { atMs, time: `${second}.${String(nanos).padStart(9, '0')}Z`, text };
    });
  }

  /** The last lines before now, oldest first. */
  tail(cnt: number, sinceMs: number, nowMs: number): LogLine[] {
    const parts: LogLine[][] = [];
    const end = this.endSlot(nowMs);
    const first = Math.max(this.firstSlot(nowMs), this.slotAt(sinceMs));
    let found = 0;
    for (let slot = end - 1; slot >= first && found < cnt; slot--) {
      const lines = this.linesIn(slot, slot === end - 1).filter(
        ({ atMs }) => atMs >= sinceMs && atMs <= nowMs,
      );
      parts.push(lines);
      found += lines.length;
    }
    const lines = parts.toReversed().flat();
    return cnt === 0 ? [] : lines.slice(-cnt);
  }
}
