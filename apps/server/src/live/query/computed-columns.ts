import { type ColumnsOf, type ListKind, sourceOf } from '@gwanje/kinds/registry';
import { workloadTypes } from '@gwanje/kinds/workload/record';
import { NO_TEXT } from '../columns/string-table.ts';
import { NO_SLOT } from '../columns/table.ts';
import type { DerivedState } from '../tables/derived-state.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { choiceOf, idOf, ids, numberOf, percent, type Reader, textOf, timeOf } from './readers.ts';

/** Workload types under the names in a pod's owner reference. */
const KUBERNETES_KINDS = workloadTypes.map((type) => sourceOf(type).kubernetesKind);

/** Columns that are computed from other objects. */
type ComputedKeys<Kind extends ListKind> = {
  [Key in keyof ColumnsOf<Kind>]: ColumnsOf<Kind>[Key] extends { origin: { from: 'computed' } } ? Key : never;
}[keyof ColumnsOf<Kind>];

type TypeOf<Column> = Column extends { readonly type: infer Type extends Reader['type'] } ? Type : never;

/** A typed reader for every computed column. A missing one does not compile. */
type ComputedReaders = {
  readonly [Kind in ListKind as [ComputedKeys<Kind>] extends [never] ? never : Kind]: (
    tables: LiveTables,
  ) => {
    readonly [Key in ComputedKeys<Kind>]: Reader<TypeOf<ColumnsOf<Kind>[Key]>>;
  };
};

const computed: ComputedReaders = {
  node: () => ({
    childMonResult: choiceOf((slot, derived) => derived.worstOfPods(slot)),
    podCnt: numberOf((slot, derived) => derived.nodeSumsOf(slot).podCnt[slot] ?? 0),
    cpuRequestCores: numberOf((slot, derived) => derived.nodeSumsOf(slot).cpuRequestCores[slot] ?? 0),
    cpuLimitCores: numberOf((slot, derived) => derived.nodeSumsOf(slot).cpuLimitCores[slot] ?? 0),
    memRequestBytes: numberOf((slot, derived) => derived.nodeSumsOf(slot).memRequestBytes[slot] ?? 0),
    memLimitBytes: numberOf((slot, derived) => derived.nodeSumsOf(slot).memLimitBytes[slot] ?? 0),
  }),

  pod: ({ pod }) => ({ nodeId: ids(pod.nodeId) }),

  namespace({ namespace: { cluster, state }, quota }) {
    const quotasOf = (slot: number, derived: DerivedState) =>
      derived.countsOf(cluster.at(slot)).quotasOfNamespaces.get(state.name.at(slot));
    return {
      quotaCnt: numberOf((slot, derived) => quotasOf(slot, derived)?.cnt ?? 0),
      quotaUsedPercent: numberOf((slot, derived) => {
        const fullest = quotasOf(slot, derived)?.fullest;
        return fullest === undefined ? Number.NaN : quota.state.usedPercent.at(fullest);
      }),
      quotaResource: textOf((slot, derived) => {
        const fullest = quotasOf(slot, derived)?.fullest;
        return fullest === undefined ? NO_TEXT : quota.state.topResource.at(fullest);
      }),
      podCnt: numberOf(
        (slot, derived) => derived.countsOf(cluster.at(slot)).podsOfNamespaces.get(state.name.at(slot)) ?? 0,
      ),
      workloadCnt: numberOf(
        (slot, derived) =>
          derived.countsOf(cluster.at(slot)).workloadsOfNamespaces.get(state.name.at(slot)) ?? 0,
      ),
    };
  },

  workload({ workload: { cluster, state }, strings }) {
    const keyOf = (slot: number) => {
      const kindRef = strings.find(KUBERNETES_KINDS[state.type.at(slot)] ?? '');
      return `${state.namespace.at(slot)}/${kindRef}/${state.name.at(slot)}`;
    };
    return {
      podCnt: numberOf(
        (slot, derived) => derived.countsOf(cluster.at(slot)).podsOfOwners.get(keyOf(slot)) ?? 0,
      ),
    };
  },

  ingress({ ingress: { cluster, state }, service, strings }) {
    return {
      failingCnt: numberOf((slot, derived) => {
        const services = derived.servicesOf(cluster.at(slot));
        // Every cluster has services. Without any, the agent cannot read them.
        if (services.size === 0) return Number.NaN;
        const named = strings.text(state.services.at(slot)).split(',');
        const isFailing = (name: string) => {
          const found = services.get(`${state.namespace.at(slot)}/${name}`);
          return found === undefined || service.state.status.get(found) === 'none';
        };
        return named.filter((name) => name !== '' && isFailing(name)).length;
      }),
    };
  },

  volume(tables) {
    const { volume, claim } = tables;
    const claimOf = (slot: number, derived: DerivedState) =>
      derived.linksOf(volume.cluster.at(slot)).claimOfVolume.get(slot) ?? NO_SLOT;
    return {
      usedBytes: numberOf((slot, derived) => claim.metrics.usedBytes.at(claimOf(slot, derived))),
      usedPct: numberOf((slot, derived) => claimUsedPct(tables, claimOf(slot, derived))),
      pvcId: idOf((slot, derived) => claim.ids.get(claimOf(slot, derived))),
      dataAt: timeOf((slot, derived) => claim.dataAtMs.at(claimOf(slot, derived))),
    };
  },

  claim(tables) {
    const { volume, claim } = tables;
    return {
      usedPct: numberOf((slot) => claimUsedPct(tables, slot)),
      daysUntilFull: numberOf((slot) => {
        const days = claim.daysUntilFull.at(slot);
        return Number.isFinite(days) ? days : Number.NaN;
      }),
      volumeId: idOf((slot, derived) =>
        volume.ids.get(derived.linksOf(claim.cluster.at(slot)).volumeOfClaim.get(slot) ?? NO_SLOT),
      ),
    };
  },
};

export function computedReaders(tables: LiveTables, kind: ListKind): Readonly<Record<string, Reader>> {
  const make = Object.entries(computed).find(([key]) => key === kind)?.[1];
  return make === undefined ? {} : make(tables);
}

/** In % of the measured file system, which is smaller than the disk; else of the capacity. */
function claimUsedPct({ claim }: LiveTables, slot: number): number {
  const measured = claim.metrics.capacityBytes.at(slot);
  const capacity = Number.isNaN(measured) ? claim.state.capacityBytes.at(slot) : measured;
  return percent(claim.metrics.usedBytes.at(slot), capacity);
}
