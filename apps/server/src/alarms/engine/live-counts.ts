import type { AlarmSubject } from '@gwanje/contract/alarms/alarm-states';
import { type AlarmedKind, alarmedKinds } from '@gwanje/kinds/state/facts';
import type { LiveState } from '../../live/live-state.ts';
import type { OpenAlarm, OpenAlarmIndex } from './state/open-alarm-index.ts';

/** Writes the number of open alarms into the live state, where lists and dashboards read it. */
export class LiveCounts {
  readonly #live: LiveState;
  readonly #open: OpenAlarmIndex;

  constructor(live: LiveState, open: OpenAlarmIndex) {
    this.#live = live;
    this.#open = open;
  }

  updateObject({ target, hostId, objectId }: Pick<OpenAlarm, 'target' | 'hostId' | 'objectId'>): void {
    const { warning, critical } = this.#open.objectCounts(hostId, objectId);
    if (objectId === null) this.#live.setAlarms('cluster', hostId, warning, critical);
    else for (const kind of kindsOf(target)) this.#live.setAlarms(kind, objectId, warning, critical);
  }

  updateCluster(hostId: number): void {
    this.#live.setOpenAlarms(hostId, this.#open.clusterCounts(hostId));
  }

  updateAll(hostId: number): void {
    for (const alarm of this.#open.ofHost(hostId)) this.updateObject(alarm);
    this.updateCluster(hostId);
  }
}

/** All kinds share one id sequence, and an event may be about any of them. */
function kindsOf(target: AlarmSubject): readonly AlarmedKind[] {
  return target === 'cluster' || target === 'event' ? alarmedKinds : [target];
}
