import { HostId } from '@gwanje/contract/definition/fields';
import { describe, expect, it } from 'vitest';
import { LiveState } from '../../live/live-state.ts';
import { life, NOW_MS, nodeOf } from '../../live/testing/states.ts';
import { type AlarmCounts, CopiedAlarmCounts } from './alarm-counts.ts';

const HOST_ID = HostId.parse(1);
const COUNTS: AlarmCounts = {
  hostId: HOST_ID,
  objects: [{ objectId: 7, warningCnt: 1, criticalCnt: 2 }],
  openAlarms: { warning: 1, critical: 2 },
  failingSinceMs: null,
};

function copy() {
  const live = new LiveState();
  live.setCluster({ hostId: HOST_ID, name: 'one', subGroupId: 1 });
  const addNode = (id: number) => live.put('node', HOST_ID, id, nodeOf({ name: `node-${id}` }), life);
  const countsOf = (id: number) => live.row('node', id, NOW_MS)?.alarmCnt;
  return { live, addNode, countsOf, counts: new CopiedAlarmCounts(live) };
}

describe('alarm counts of another replica', () => {
  it('are set for objects, for the cluster itself and for the cluster with its objects', async () => {
    const { live, addNode, countsOf, counts } = copy();
    addNode(7);
    const cluster = { objectId: 0, warningCnt: 3, criticalCnt: 0 };
    counts.apply({ ...COUNTS, objects: [...COUNTS.objects, cluster], failingSinceMs: NOW_MS });
    expect(countsOf(7)).toBe(3);
    const { alarmCnt } = await live.dashboardSummary(new Set([HOST_ID]), NOW_MS);
    expect(alarmCnt).toMatchObject({ warning: 1, critical: 2 });
    expect(live.clusterState(HOST_ID, NOW_MS)?.monResult).toBe('warning');
    expect(live.clusterPulse(HOST_ID, NOW_MS)?.alarmsFailingSince).toBe(new Date(NOW_MS).toISOString());
    counts.apply({ ...COUNTS, objects: [] });
    expect(live.clusterPulse(HOST_ID, NOW_MS)?.alarmsFailingSince).toBeNull();
    expect(countsOf(7)).toBe(3);
  });

  it('wait for an object that is added later', () => {
    const { addNode, countsOf, counts } = copy();
    counts.apply(COUNTS);
    addNode(7);
    expect(countsOf(7)).toBe(0);
    counts.objectsAdded(HOST_ID);
    expect(countsOf(7)).toBe(3);
  });

  it('do not wait any more when the alarms ended before the object was added', () => {
    const { addNode, countsOf, counts } = copy();
    counts.apply(COUNTS);
    counts.apply({ ...COUNTS, objects: [{ objectId: 7, warningCnt: 0, criticalCnt: 0 }] });
    addNode(7);
    counts.objectsAdded(HOST_ID);
    expect(countsOf(7)).toBe(0);
  });

  it('are all replaced by a snapshot', () => {
    const { addNode, countsOf, counts } = copy();
    addNode(7);
    addNode(8);
    counts.apply(COUNTS);
    counts.applySnapshot({ ...COUNTS, objects: [{ objectId: 8, warningCnt: 1, criticalCnt: 0 }] });
    expect([countsOf(7), countsOf(8)]).toEqual([0, 1]);
  });
});
