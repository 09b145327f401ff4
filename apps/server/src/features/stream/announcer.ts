import { HostId } from '@gwanje/contract/ids';
import type { StreamEvent } from '@gwanje/contract/stream';
import type { LiveState } from '../../live/live-state.ts';
import type { StreamHub } from '../../platform/stream/hub.ts';
import { type ChangedKind, ChangeNotes } from './change-notes.ts';

type ClusterStateEvent = Extract<StreamEvent, { type: 'clusterState' }>;

/** Says what changed since it spoke last; of a cluster its state when it is another, and its data age now and then. */
export class Announcer {
  readonly #live: LiveState;
  readonly #hub: StreamHub;
  readonly #notes = new ChangeNotes();
  readonly #said = new Map<number, ClusterStateEvent>();

  constructor(live: LiveState, hub: StreamHub) {
    this.#live = live;
    this.#hub = hub;
  }

  note(hostId: number, kinds: Iterable<ChangedKind>): void {
    this.#notes.note(hostId, kinds);
  }

  announceChanges(): void {
    for (const event of this.#notes.take()) this.#hub.publish(event);
  }

  announceStates(nowMs: number): void {
    const hostIds = this.#live.hostIds();
    for (const hostId of hostIds) this.#announceState(hostId, nowMs);
    for (const hostId of this.#said.keys()) if (!hostIds.has(hostId)) this.#said.delete(hostId);
  }

  #announceState(hostId: number, nowMs: number): void {
    const pulse = this.#live.clusterPulse(hostId, nowMs);
    if (!pulse) return;
    const event: ClusterStateEvent = { type: 'clusterState', hostId: HostId.parse(hostId), ...pulse };
    const said = this.#said.get(hostId);
    if (said && isSame(said, event)) return;
    this.#said.set(hostId, event);
    this.#hub.publish(event);
  }
}

/** Data that is a little newer is no news by itself: screens that show its age would be told without end. */
const AGE_NEWS_MS = 10_000;

function isSame(said: ClusterStateEvent, now: ClusterStateEvent): boolean {
  return (
    said.monResult === now.monResult &&
    said.isStale === now.isStale &&
    said.isApiReachable === now.isApiReachable &&
    Math.abs(timeOf(now) - timeOf(said)) < AGE_NEWS_MS
  );
}

function timeOf({ dataAt }: ClusterStateEvent): number {
  return dataAt === null ? 0 : Date.parse(dataAt);
}
