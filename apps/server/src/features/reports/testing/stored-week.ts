import type { Database } from '@gwanje/backend/database/schema';
import { addRows } from '@gwanje/testkit/testing/rows';
import type { Kysely } from 'kysely';
import { seeded } from '../../../pipeline/receive/testing/random.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

interface Place {
  readonly hostId: number;
  readonly firstId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

interface StoredNode {
  readonly nodeId: number;
  readonly firstSeenMs: number;
  readonly deletedMs: number | null;
  readonly records: readonly { readonly fromMs: number; readonly toMs: number | null; condition: string }[];
}

const CONDITIONS = ['Ready', 'Ready', 'Ready', 'NotReady', 'Unknown', 'DiskPressure', 'SchedulingDisabled'];

/**
 * Nodes with histories of random records, cut at hours as the pipeline cuts them, with gaps in which the cluster was silent.
 * All times are whole minutes.
 */
export async function storeNodes(db: Kysely<Database>, cluster: Place, seed: number): Promise<StoredNode[]> {
  const random = seeded(seed);
  const minutes = (most: number) => Math.floor(random() * most) * MINUTE_MS;
  const nodes: StoredNode[] = [];
  for (let at = 0; at < 4; at++) {
    const nodeId = cluster.firstId + at;
    const firstSeenMs = at === 1 ? cluster.fromMs + 2 * DAY_MS + minutes(600) : cluster.fromMs - 3 * DAY_MS;
    const deletedMs = at === 2 ? cluster.toMs - 2 * DAY_MS - minutes(600) : null;
    const endMs = deletedMs ?? cluster.toMs + DAY_MS;
    const records = [];
    for (let fromMs = firstSeenMs; fromMs < endMs; ) {
      const nextHourMs = Math.floor(fromMs / 3_600_000 + 1) * 3_600_000;
      const toMs = Math.min(endMs, nextHourMs, fromMs + MINUTE_MS + minutes(90));
      const condition = CONDITIONS[Math.floor(random() * CONDITIONS.length)] ?? 'Ready';
      records.push({ fromMs, toMs, condition });
      fromMs = toMs + (random() < 0.05 ? 20 * MINUTE_MS + minutes(900) : 0);
    }
    nodes.push({ nodeId, firstSeenMs, deletedMs, records });
    await addRows(db, 'object', {
      objectId: nodeId,
      hostId: cluster.hostId,
      kind: 'node',
      uid: `uid-${nodeId}`,
      name: `node-${nodeId}`,
      firstSeenAt: new Date(firstSeenMs),
      lastSeenAt: new Date(endMs),
      deletedAt: deletedMs === null ? null : new Date(deletedMs),
      state: JSON.stringify({ cpuAllocatableCores: 8, memAllocatableBytes: 32e9, isVirtual: false }),
    });
    await addRows(
      db,
      'nodeHistory',
      records.map(({ fromMs, toMs, condition }) => ({
        hostId: cluster.hostId,
        nodeId,
        fromAt: new Date(fromMs),
        toAt: new Date(toMs),
        condition,
        isSchedulable: true,
        kubeletVersion: 'v1.34.1',
        conditions: '[]',
      })),
    );
  }
  return nodes;
}

export interface StoredAlarm {
  readonly alarmId: number;
  readonly itemKey: string;
  readonly level: number;
  readonly occurredMs: number;
  readonly isFolded: boolean;
  readonly endedMs: number | null;
  readonly acts: readonly { readonly atMs: number; readonly level: number }[];
  /** Occurrences and recoveries in turn. */
  readonly steps: readonly { readonly atMs: number; readonly change: string }[];
}

const ITEMS = ['node.notReady', 'node.cpuUsage', 'pod.crashLoop', 'event.7'];

/** Alarms with random occurrences, recoveries and acts of people, some of them outside of the time. */
export async function storeAlarms(
  db: Kysely<Database>,
  place: Place,
  cnt: number,
  seed: number,
): Promise<StoredAlarm[]> {
  const random = seeded(seed);
  const alarms: StoredAlarm[] = [];
  for (let at = 0; at < cnt; at++) {
    const occurredMs = Math.floor(place.fromMs + random() * (place.toMs - place.fromMs));
    const steps = [{ atMs: occurredMs, change: 'occurred' }];
    let lastMs = occurredMs;
    while (random() < 0.6) {
      lastMs += 1000 * Math.floor(1 + random() * (steps.at(-1)?.change === 'recovered' ? 300 : 400));
      steps.push({ atMs: lastMs, change: steps.at(-1)?.change === 'recovered' ? 'reoccurred' : 'recovered' });
    }
    const acts = [];
    let actMs = occurredMs;
    for (const level of [2, 3, 4]) {
      actMs += 1000 * Math.floor(random() * 5000);
      if (random() < 0.5) acts.push({ atMs: actMs, level });
    }
    alarms.push({
      alarmId: place.firstId + at,
      itemKey: ITEMS[Math.floor(random() * ITEMS.length)] ?? 'node.notReady',
      level: random() < 0.4 ? 5 : 1,
      occurredMs,
      isFolded: random() < 0.2,
      endedMs: steps.at(-1)?.change === 'recovered' ? lastMs : null,
      acts,
      steps,
    });
  }
  const time = (ms: number) => new Date(ms);
  await addRows(
    db,
    'alarm',
    alarms.map(({ alarmId, itemKey, level, occurredMs, isFolded, endedMs, steps }) => ({
      alarmId,
      hostId: place.hostId,
      objectKey: `#${alarmId}`,
      itemKey,
      itemName: itemKey === 'event.7' ? '=FailedMount' : null,
      target: 'node',
      objectName: `o${alarmId}`,
      type: 1,
      level,
      confirmLevel: 0,
      occurCnt: steps.filter(({ change }) => change !== 'recovered').length,
      occurredAt: time(occurredMs),
      lastOccurredAt: time(occurredMs),
      recoveredAt: endedMs === null ? null : time(endedMs),
      changedAt: time(occurredMs),
      parentAlarmId: isFolded ? 1 : null,
      isNotified: true,
      isEvidenceComplete: true,
    })),
  );
  const confirmed = { change: 'confirmed', userNo: 1 };
  const changes = alarms.flatMap(({ alarmId, level, acts, steps }) => [
    ...steps.map(({ atMs, change }) => ({ alarmId, at: time(atMs), change, confirmLevel: 1, level })),
    ...acts.map((act) => ({ alarmId, at: time(act.atMs), ...confirmed, confirmLevel: act.level, level })),
  ]);
  await addRows(db, 'alarmChange', changes);
  return alarms;
}
