import type { Column } from '@gwanje/contract/definition/columns';
import {
  claimPhases,
  containerStates,
  nodeConditions,
  podPhases,
  volumePhases,
} from '@gwanje/contract/objects/object-states';
import { kinds } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListQuery } from './list-types.ts';
import { LiveState } from './live-state.ts';
import { naiveList } from './testing/naive-list.ts';
import { type ModelledKind, NaiveModel } from './testing/naive-model.ts';
import { claimOf, containerOf, life, NOW_MS, nodeOf, podLife, podOf, volumeOf } from './testing/states.ts';

const HOSTS = [1, 2, 3] as const;
const MINUTE_MS = 60_000;

/** Names that differ only in case, use other scripts or contain code. */
const name = fc.constantFrom(
  'web',
  'WEB',
  'Web-1',
  'web-10',
  'web-2',
  '웹-서버',
  'İ',
  '__proto__',
  'constructor',
  '',
  '"><script>',
  'z',
);
const amount = fc.constantFrom(-1, 0, 0.5, 1, 2, 1e9);
const objectNo = fc.integer({ min: 1, max: 6 });
const figures = fc.array(fc.constantFrom(Number.NaN, 0, 1, 2.5, 1e9), { minLength: 15, maxLength: 15 });
const minutesAgo = fc.integer({ min: 0, max: 9 });

type Step = (live: LiveState, model: NaiveModel) => void;

const hostOf = (at: number) => ((at - 1) % 3) + 1;

const putNode = fc.tuple(objectNo, fc.constantFrom(...nodeConditions), amount, fc.boolean(), name).map(
  ([at, condition, cores, isMonitored, pool]): Step =>
    (live, model) => {
      const state = nodeOf({ name: `node-${at}`, condition, cpuAllocatableCores: cores, pool });
      const object = { id: 100 + at, hostId: hostOf(at), state, life: { ...life, isMonitored } };
      live.put('node', object.hostId, object.id, state, object.life);
      model.put(model.node, object);
      model.linkPodsToNodes();
    },
);

const putPod = fc
  .record({
    at: objectNo,
    node: objectNo,
    text: name,
    namespace: name,
    phase: fc.constantFrom(...podPhases),
    limit: amount,
    restartCnt: fc.integer({ min: 0, max: 3 }),
    containers: fc.array(fc.tuple(name, fc.constantFrom(...containerStates), amount), { maxLength: 3 }),
  })
  .map(
    ({ at, node, text, namespace, phase, limit, restartCnt, containers }): Step =>
      (live, model) => {
        const hostId = hostOf(at);
        const id = 1000 + at * 10;
        const state = podOf({
          name: text,
          namespace,
          // A node of the same cluster, or of another one: then the pod's cluster has no node of that name.
          nodeName: node === 6 ? null : `node-${node}`,
          phase,
          cpuLimitCores: limit,
          cpuLimitSumCores: limit,
          memRequestBytes: limit,
          restartCnt,
          startedAtMs: restartCnt === 0 ? null : NOW_MS - restartCnt * MINUTE_MS,
          containers: containers.map(([own, container, request]) =>
            containerOf({ name: own, state: container, cpuLimitCores: request }),
          ),
        });
        const ids = containers.map((_, index) => id + 1 + index);
        live.putPod(hostId, id, state, ids, podLife);
        model.put(model.pod, { id, hostId, state, life: podLife });
        model.unlinkPod(id);
        model.linkPodsToNodes();
        for (const gone of model.containersOf(id))
          if (!ids.includes(gone.id)) model.remove('container', gone.id);
        for (const [index, container] of state.containers.entries()) {
          const own = { id: id + 1 + index, hostId, state: container, life: podLife, parentId: id };
          model.put(model.container, own);
        }
      },
  );

const putVolume = fc.tuple(objectNo, fc.constantFrom(...volumePhases), objectNo, amount).map(
  ([at, phase, claim, capacityBytes]): Step =>
    (live, model) => {
      const state = volumeOf({
        name: `pv-${at}`,
        phase,
        capacityBytes,
        claimNamespace: 'default',
        claimName: `data-${claim}`,
      });
      const object = { id: 300 + at, hostId: hostOf(at), state, life };
      live.put('volume', object.hostId, object.id, state, life);
      model.put(model.volume, object);
    },
);

const putClaim = fc.tuple(objectNo, fc.constantFrom(...claimPhases), objectNo, amount).map(
  ([at, phase, volume, capacityBytes]): Step =>
    (live, model) => {
      const state = claimOf({ name: `data-${at}`, phase, capacityBytes, volumeName: `pv-${volume}` });
      const object = { id: 400 + at, hostId: hostOf(at), state, life };
      live.put('claim', object.hostId, object.id, state, life);
      model.put(model.claim, object);
    },
);

const bases = { node: 100, pod: 1000, container: 1001, claim: 400, volume: 300 } as const;
const idOf = (kind: keyof typeof bases, at: number) =>
  bases[kind] + (kind === 'pod' || kind === 'container' ? at * 10 : at);

const remove = fc.tuple(fc.constantFrom('node', 'pod', 'volume', 'claim'), objectNo).map(
  ([kind, at]): Step =>
    (live, model) => {
      live.remove(kind, idOf(kind, at));
      model.remove(kind, idOf(kind, at));
      if (kind === 'pod') model.unlinkPod(idOf(kind, at));
    },
);

const sample = fc
  .tuple(
    fc.constantFrom('node', 'pod', 'container', 'claim'),
    objectNo,
    minutesAgo,
    figures,
    fc.integer({ min: 1, max: 15 }),
  )
  .map(
    ([scope, at, minutes, values, cnt]): Step =>
      (live, model) => {
        const id = idOf(scope, at);
        const names = metricNames(scope).slice(0, cnt);
        const tsMs = NOW_MS - minutes * MINUTE_MS;
        const own = Object.fromEntries(names.map((metric, index) => [metric, values[index] ?? 0]));
        const columns = Object.fromEntries(
          names.map((metric, index) => [metric, Float64Array.of(7, values[index] ?? 0, 7)]),
        );
        // The batch also has a row to skip (id 0) and a row of an unknown object.
        live.applySamples(scope, Int32Array.of(0, id, 999_999), tsMs, columns);
        if (model[scope].has(id)) model.sample(id, tsMs, own);
      },
  );

const watch = fc
  .tuple(fc.constantFrom('node', 'pod', 'volume', 'claim'), objectNo, fc.boolean(), fc.nat(2), fc.nat(1))
  .map(
    ([kind, at, isMonitored, warningCnt, criticalCnt]): Step =>
      (live, model) => {
        const id = idOf(kind, at);
        live.setMonitored(kind, id, isMonitored);
        live.setAlarms(kind, id, warningCnt, criticalCnt);
        if (model[kind].has(id)) Object.assign(model.extra(id), { isMonitored, warningCnt, criticalCnt });
      },
  );

const contact = fc.tuple(fc.constantFrom(...HOSTS), minutesAgo, name, fc.boolean()).map(
  ([hostId, minutes, text, isMonitored]): Step =>
    (live, model) => {
      const atMs = NOW_MS - minutes * MINUTE_MS;
      live.recordContact(hostId, { atMs });
      live.setCluster({ hostId, name: text, subGroupId: 1, isMonitored });
      const before = model.clusters.get(hostId)?.lastBatchAtMs ?? Number.NEGATIVE_INFINITY;
      model.clusters.set(hostId, { name: text, lastBatchAtMs: Math.max(before, atMs), isMonitored });
    },
);

const step = fc.oneof(
  putNode,
  putPod,
  putPod,
  putPod,
  putVolume,
  putClaim,
  remove,
  sample,
  sample,
  watch,
  contact,
);

function conditionOf(column: Column): fc.Arbitrary<unknown> {
  switch (column.type) {
    case 'id':
      return fc.oneof(fc.constantFrom(1, 2, 101, 1010, 1011), fc.constant([1, 3, 102, 1020, 1021]));
    case 'text':
      return fc.oneof(name, fc.constantFrom('e', 'B-1', 'O'), fc.array(name, { minLength: 1, maxLength: 3 }));
    case 'choice': {
      const choices = fc.constantFrom(...(column.choices ?? []));
      return fc.oneof(choices, fc.array(choices, { minLength: 1, maxLength: 3 }));
    }
    case 'flag':
      return fc.boolean();
    case 'number':
      return fc.constantFrom({}, { min: 0 }, { max: 1 }, { min: 0.5, max: 1e9 }, { min: -5 });
    case 'time': {
      const at = new Date(NOW_MS - 3 * MINUTE_MS).toISOString();
      return fc.constantFrom({}, { from: at }, { to: at }, { from: at, to: new Date(NOW_MS).toISOString() });
    }
  }
}

/** The kinds of the naive model. */
const modelled = ['node', 'pod', 'container', 'volume', 'claim'] as const satisfies ModelledKind[];

const listQuery = fc.constantFrom(...modelled).chain((kind) => {
  const columns: Readonly<Record<string, Column>> = kinds[kind].columns;
  const keys = Object.keys(columns);
  const filter = fc
    .subarray(keys, { maxLength: 2 })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(chosen.map((key) => [key, conditionOf(columns[key] ?? kinds.node.columns.name)])),
      ),
    );
  return fc.record({
    kind: fc.constant(kind),
    hostIds: fc.subarray([...HOSTS, 77]),
    filter: fc.oneof(fc.constant({}), filter),
    orderBy: fc.array(
      fc.constantFrom(...keys).chain((key) => fc.constantFrom(key, `-${key}`)),
      { maxLength: 3 },
    ),
    pageNo: fc.integer({ min: 1, max: 3 }),
    pageCnt: fc.integer({ min: 1, max: 5 }),
  });
});

function newLiveAndModel(): [LiveState, NaiveModel] {
  const live = new LiveState();
  const model = new NaiveModel();
  for (const hostId of HOSTS) {
    live.setCluster({ hostId, name: `c${hostId}`, subGroupId: hostId });
    const lastBatchAtMs = Number.NEGATIVE_INFINITY;
    model.clusters.set(hostId, { name: `c${hostId}`, lastBatchAtMs, isMonitored: true });
  }
  return [live, model];
}

describe('the live state', () => {
  it('returns the same lists as a naive model', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 80, size: 'max' }),
        fc.array(listQuery, { minLength: 1, maxLength: 12, size: 'max' }),
        (steps, listQueries) => {
          const [live, model] = newLiveAndModel();
          for (const take of steps) take(live, model);
          for (const { kind, hostIds, ...query } of listQueries) {
            const visible = new Set(hostIds);
            const fullQuery = { ...query, hostIds: visible, nowMs: NOW_MS } as ListQuery<typeof kind>;
            const answer = live.list(kind, fullQuery);
            expect(answer).toEqual(naiveList(kind, model.rows(kind, visible, NOW_MS), query));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is empty after all clusters are removed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const [live, model] = newLiveAndModel();
        for (const take of steps) take(live, model);
        for (const hostId of HOSTS) live.removeCluster(hostId);
        expect(live.sizes()).toEqual({
          node: 0,
          pod: 0,
          container: 0,
          volume: 0,
          claim: 0,
          namespace: 0,
          workload: 0,
          service: 0,
          ingress: 0,
          autoscaler: 0,
          disruptionBudget: 0,
          quota: 0,
          text: 0,
        });
      }),
      { numRuns: 100 },
    );
  });

  it('merges the deleted objects of a second live state into a list', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12, size: 'max' }),
        fc.array(step, { minLength: 1, maxLength: 12, size: 'max' }),
        listQuery,
        (here, gone, { kind, hostIds, ...query }) => {
          const [live, model] = newLiveAndModel();
          for (const take of here) {
            take(live, model);
            // `warm` sorts the texts now, so that later texts are inserted into the order.
            live.warm();
          }
          const [other, otherModel] = newLiveAndModel();
          for (const take of gone) take(other, otherModel);
          const visible = new Set(hostIds);
          const idKey = Object.keys(kinds[kind].columns)[0] ?? '';
          const ids = new Set(model.rows(kind, visible, NOW_MS).map((row) => row[idKey]));
          const otherRows = otherModel.rows(kind, visible, NOW_MS);
          // An object is in only one of the two states.
          fc.pre(otherRows.every((row) => !ids.has(row[idKey])));
          const fullQuery = { ...query, hostIds: visible, nowMs: NOW_MS } as ListQuery<typeof kind>;
          const rows = [...model.rows(kind, visible, NOW_MS), ...otherRows];
          expect(live.list(kind, fullQuery, other)).toEqual(naiveList(kind, rows, query));
        },
      ),
      { numRuns: 100 },
    );
  });
});
