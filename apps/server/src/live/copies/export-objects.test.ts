import { listKinds, sampledKinds, stateKindOf, stateKinds } from '@gwanje/kinds/registry';
import { parseKindState } from '@gwanje/kinds/state/states';
import { expect, test } from 'vitest';
import { LiveState } from '../live-state.ts';
import { claimOf, containerOf, life, NOW_MS, nodeOf, podLife, podOf, volumeOf } from '../testing/states.ts';
import type { ExportedObject } from './export-objects.ts';

const HOST = 7;
const hostIds = new Set([HOST]);

function newLive(): LiveState {
  const live = new LiveState();
  live.setCluster({ hostId: HOST, name: 'seoul', subGroupId: 1 });
  return live;
}

function filledLive(): LiveState {
  const live = newLive();
  live.put('node', HOST, 1, nodeOf({ name: 'n1' }), life);
  live.put('node', HOST, 2, nodeOf({ name: 'n2' }), life);
  live.put('claim', HOST, 3, claimOf({ name: 'data', volumeName: 'pv' }), { ...life, createdAtMs: null });
  live.put('volume', HOST, 4, volumeOf({ name: 'pv', claimName: 'data', claimNamespace: 'default' }), life);
  const containers = [
    containerOf({ name: 'app', restartCnt: 2, startedAtMs: NOW_MS - 60_000 }),
    containerOf({ name: '웹' }),
  ];
  live.putPod(HOST, 10, podOf({ name: 'web', nodeName: 'n1', containers }), [11, 12], podLife);
  live.putPod(HOST, 20, podOf({ name: 'orphan', nodeName: 'n2' }), [], podLife);
  // The pod keeps the id of its node.
  live.remove('node', 2);
  live.applySamples('pod', Int32Array.of(10), NOW_MS, { cpuUsedCores: Float64Array.of(0.5) });
  live.applySamples('container', Int32Array.of(11), NOW_MS - 5000, { memUsedBytes: Float64Array.of(1e9) });
  const agent = {
    agentId: 'a',
    role: 'cluster',
    version: '1',
    lastBatchAtMs: NOW_MS,
    clockSkewMs: 3,
    problemList: [],
  } as const;
  live.recordContact(HOST, { atMs: NOW_MS, agent });
  return live;
}

function put(live: LiveState, object: ExportedObject): void {
  const made = parseKindState(object.kind, JSON.parse(object.state ?? 'null'));
  const times = {
    createdAtMs: object.createdMs,
    firstSeenAtMs: object.firstSeenMs,
    lastSeenAtMs: object.lastSeenMs,
  };
  const lifetime = { ...times, isMonitored: true, deletedAtMs: null };
  const ids = object.containers.map(({ id }) => id);
  if (made?.kind === 'pod')
    live.putPod(HOST, object.id, made.state, ids, { ...lifetime, nodeId: object.nodeId });
  else if (made?.kind === 'node') live.put('node', HOST, object.id, made.state, lifetime);
  else if (made?.kind === 'claim') live.put('claim', HOST, object.id, made.state, lifetime);
  else if (made?.kind === 'volume') live.put('volume', HOST, object.id, made.state, lifetime);
}

function copyInto(copy: LiveState, live: LiveState): void {
  const exported = stateKinds.flatMap((kind) => live.exportObjects(kind, live.idsOfCluster(kind, HOST)));
  for (const object of exported) put(copy, object);
  for (const scope of sampledKinds) {
    const ids = exported.flatMap(({ kind, id, containers }) =>
      scope === 'container' ? containers.map((one) => one.id) : stateKindOf(kind) === scope ? [id] : [],
    );
    copy.importSamples(live.exportSamples(scope, Int32Array.from(ids)));
  }
  copy.removeExcept(HOST, new Set(exported.map(({ id }) => id)));
  const cluster = live.exportCluster(HOST);
  if (cluster) copy.importCluster(HOST, cluster);
}

function answers(live: LiveState) {
  const query = { hostIds, pageNo: 1, pageCnt: 100, nowMs: NOW_MS + 1000 };
  return {
    lists: listKinds.map((kind) => live.list(kind, query)),
    summary: live.clusterSummary(HOST, NOW_MS),
    pulse: live.clusterPulse(HOST, NOW_MS),
    dashboard: live.dashboardSummary(hostIds, NOW_MS),
    metrics: live.clusterMetrics(HOST),
    versions: live.agentVersions(HOST),
    gap: live.statisticsGap('pod', 20, NOW_MS),
  };
}

test('a copy answers lists, summaries and dashboards like the original', () => {
  const live = filledLive();
  const copy = newLive();
  copyInto(copy, live);
  expect(answers(copy)).toEqual(answers(live));
});

test('a copy loses what the original no longer has, also samples and agents', () => {
  const copy = filledLive();
  copy.putPod(HOST, 30, podOf({ name: 'deleted' }), [], podLife);
  const live = newLive();
  live.put('node', HOST, 1, nodeOf({ name: 'n1' }), life);
  live.putPod(HOST, 10, podOf({ name: 'web', nodeName: 'n1', containers: [containerOf()] }), [11], podLife);
  copyInto(copy, live);
  expect(answers(copy)).toEqual(answers(live));
});

test('an export leaves out objects that were removed meanwhile', () => {
  const live = filledLive();
  const ids = live.idsOfCluster('pod', HOST);
  live.remove('pod', 10);
  expect(live.exportObjects('pod', ids).map(({ id, nodeId }) => [id, nodeId])).toEqual([[20, 2]]);
});
