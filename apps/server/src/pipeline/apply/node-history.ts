import type { NodeCondition } from '@gwanje/contract/states';

/** What cuts the record of a node when it changes. */
export interface NodeFacts {
  readonly condition: NodeCondition;
  readonly isSchedulable: boolean;
  readonly kubeletVersion: string;
  readonly conditions: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason: string | null;
    readonly message: string | null;
    readonly changedAt: string | null;
  }[];
}

/** A node in one state: from, to, and how often it changed where it changed too often for records of its own. */
export interface NodeSpan {
  readonly fromMs: number;
  /** Null while it is running. */
  readonly toMs: number | null;
  readonly facts: NodeFacts;
  readonly flapCnt: number;
}

/** A node as its history goes on; `running` null: nothing has been heard for a while. */
export interface NodeTrack {
  readonly facts: NodeFacts;
  readonly running: NodeSpan | null;
  /** Records begun in the hour of the running one. */
  readonly begunInHour: number;
}

export interface TrackStep {
  /** Undefined: the node is gone. */
  readonly track: NodeTrack | undefined;
  /** Spans that are new, ended or otherwise other than before. */
  readonly changed: readonly NodeSpan[];
}

const HOUR_MS = 3_600_000;
export const MAX_RECORDS_AN_HOUR = 12;
/** Longer than the longest step of samples, also coarse ones: nobody knows how a node was while nothing was heard. */
export const SILENT_MS = 15 * 60_000;
/** What was last heard of is never so far back: a wrong clock began the record, and nobody knows the hours between. */
const FAR_MS = 6 * HOUR_MS;

export function hourOf(ms: number): number {
  return ms - (ms % HOUR_MS);
}

/** Time goes on to `nowMs`; `heardMs` is when the cluster was last heard before. */
export function timePassed(track: NodeTrack, heardMs: number, nowMs: number): TrackStep {
  const { running } = track;
  if (!running) return begin(track, nowMs);
  if (nowMs - heardMs >= SILENT_MS) {
    const silent = fellSilent(track, heardMs);
    const again = begin(silent.track ?? track, nowMs);
    return { track: again.track, changed: [...silent.changed, ...again.changed] };
  }
  return cutAtHours(track, running, nowMs);
}

/** Nothing is heard any more: the record ends where the last data was. */
export function fellSilent(track: NodeTrack, heardMs: number): TrackStep {
  if (!track.running) return { track, changed: [] };
  const cut = cutAtHours(track, track.running, heardMs);
  const running = cut.track?.running;
  if (!running) return cut;
  return {
    track: { ...track, running: null, begunInHour: cut.track?.begunInHour ?? 0 },
    changed: [...unlessSame(cut.changed, running), ended(running, heardMs)],
  };
}

/** The node is seen, perhaps in another state. `track` undefined: for the first time, or after it was gone. */
export function nodeSeen(track: NodeTrack | undefined, facts: NodeFacts, atMs: number): TrackStep {
  if (!track) return begin({ facts, running: null, begunInHour: 0 }, atMs);
  if (!track.running) return begin({ ...track, facts }, atMs);
  const cut = cutAtHours(track, track.running, atMs);
  const running = cut.track?.running;
  if (!cut.track || !running || isSame(running.facts, facts))
    return { ...cut, track: cut.track && { ...cut.track, facts } };
  // Dated before the record began, or at its very beginning: the record itself is in the new state.
  if (atMs <= running.fromMs) return replaced(cut, running, { ...running, facts });
  if (cut.track.begunInHour >= MAX_RECORDS_AN_HOUR)
    return replaced(cut, running, { ...running, facts, flapCnt: running.flapCnt + 1 });
  const next: NodeSpan = { fromMs: atMs, toMs: null, facts, flapCnt: 0 };
  return {
    track: { facts, running: next, begunInHour: cut.track.begunInHour + 1 },
    changed: [...unlessSame(cut.changed, running), ended(running, atMs), next],
  };
}

export function nodeGone(track: NodeTrack, atMs: number): TrackStep {
  return { track: undefined, changed: fellSilent(track, atMs).changed };
}

function begin(track: NodeTrack, atMs: number): TrackStep {
  const running: NodeSpan = { fromMs: atMs, toMs: null, facts: track.facts, flapCnt: 0 };
  return { track: { facts: track.facts, running, begunInHour: 1 }, changed: [running] };
}

function cutAtHours(track: NodeTrack, running: NodeSpan, nowMs: number): TrackStep {
  if (nowMs - running.fromMs > FAR_MS) {
    const again = begin(track, hourOf(nowMs));
    const end = ended(running, hourOf(running.fromMs) + HOUR_MS);
    return { track: again.track, changed: [end, ...again.changed] };
  }
  const changed: NodeSpan[] = [];
  let current = running;
  let { begunInHour } = track;
  for (let cutMs = hourOf(current.fromMs) + HOUR_MS; cutMs <= nowMs; cutMs += HOUR_MS) {
    const next: NodeSpan = { fromMs: cutMs, toMs: null, facts: track.facts, flapCnt: 0 };
    if (changed.at(-1) === current) changed.pop();
    changed.push(ended(current, cutMs), next);
    current = next;
    begunInHour = 1;
  }
  return { track: { facts: track.facts, running: current, begunInHour }, changed };
}

function replaced(cut: TrackStep, before: NodeSpan, after: NodeSpan): TrackStep {
  return {
    track: { facts: after.facts, running: after, begunInHour: cut.track?.begunInHour ?? 1 },
    changed: [...unlessSame(cut.changed, before), after],
  };
}

function ended(span: NodeSpan, atMs: number): NodeSpan {
  return { ...span, toMs: Math.max(atMs, span.fromMs) };
}

function unlessSame(changed: readonly NodeSpan[], span: NodeSpan): NodeSpan[] {
  return changed.filter((other) => other.fromMs !== span.fromMs);
}

/** Words and times of a condition change without the node being in another state. */
function isSame(one: NodeFacts, other: NodeFacts): boolean {
  return (
    one.condition === other.condition &&
    one.isSchedulable === other.isSchedulable &&
    one.kubeletVersion === other.kubeletVersion &&
    statusText(one) === statusText(other)
  );
}

function statusText(facts: NodeFacts): string {
  return facts.conditions
    .map(({ type, status }) => `${type}=${status}`)
    .sort()
    .join();
}
