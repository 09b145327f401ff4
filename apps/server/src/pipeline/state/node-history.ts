import type { NodeCondition } from '@gwanje/contract/objects/object-states';

/** The facts of a node that begin a new record when they change. */
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

/** One record of the node history. A flapping node gets one record with a flap count. */
export interface NodeSpan {
  readonly fromMs: number;
  /** Null while the record is open. */
  readonly toMs: number | null;
  readonly facts: NodeFacts;
  readonly flapCnt: number;
}

/** The current history of a node; `running` is null while the cluster is silent. */
export interface NodeTrack {
  readonly facts: NodeFacts;
  readonly running: NodeSpan | null;
  /** Number of records that began in the hour of the open one. */
  readonly begunInHour: number;
}

export interface TrackStep {
  /** Undefined when the node is deleted. */
  readonly track: NodeTrack | undefined;
  /** Spans that are new or changed. */
  readonly changed: readonly NodeSpan[];
}

const HOUR_MS = 3_600_000;
export const MAX_RECORDS_AN_HOUR = 12;
/** Longer than the longest sampling interval. The state of a node is unknown while its cluster is silent. */
export const SILENT_MS = 15 * 60_000;
/** A record that is open for longer began under a wrong clock. The hours between get no records. */
const FAR_MS = 6 * HOUR_MS;

export function hourOf(ms: number): number {
  return ms - (ms % HOUR_MS);
}

/** Moves the time on to `nowMs`; `lastDataMs` is the time of the previous data of the cluster. */
export function timePassed(track: NodeTrack, lastDataMs: number, nowMs: number): TrackStep {
  const { running } = track;
  if (!running) return begin(track, nowMs);
  if (nowMs - lastDataMs >= SILENT_MS) {
    const silent = fellSilent(track, lastDataMs);
    const again = begin(silent.track ?? track, nowMs);
    return { track: again.track, changed: [...silent.changed, ...again.changed] };
  }
  return cutAtHours(track, running, nowMs);
}

/** The cluster is silent: the record ends at the last data. */
export function fellSilent(track: NodeTrack, lastDataMs: number): TrackStep {
  if (!track.running) return { track, changed: [] };
  const cut = cutAtHours(track, track.running, lastDataMs);
  const running = cut.track?.running;
  if (!running) return cut;
  return {
    track: { ...track, running: null, begunInHour: cut.track?.begunInHour ?? 0 },
    changed: [...unlessSame(cut.changed, running), ended(running, lastDataMs)],
  };
}

/** The node was seen, perhaps with new facts. `track` is undefined for a new node. */
export function nodeSeen(track: NodeTrack | undefined, facts: NodeFacts, atMs: number): TrackStep {
  if (!track) return begin({ facts, running: null, begunInHour: 0 }, atMs);
  if (!track.running) return begin({ ...track, facts }, atMs);
  const cut = cutAtHours(track, track.running, atMs);
  const running = cut.track?.running;
  if (!cut.track || !running || isSame(running.facts, facts))
    return { ...cut, track: cut.track && { ...cut.track, facts } };
  // The change is not later than the start of the record: the record itself gets the new facts.
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

/** Messages and times of a condition may change without a change of state. */
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
