import { type ColumnsOf, type ListKind, sourceOf } from '@gwanje/kinds/registry';
import { workloadTypes } from '@gwanje/kinds/workload/record';
import { NO_SLOT } from '../columns/table.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import type { Moment } from '../tables/moment.ts';
import { choiceOf, idOf, ids, numberOf, numbers, percent, type Reader, timeOf } from './readers.ts';

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
    childMonResult: choiceOf((slot, moment) => moment.nodeSums.worst[slot] ?? 0),
    podCnt: numberOf((slot, moment) => moment.nodeSums.podCnt[slot] ?? 0),
    cpuRequestCores: numberOf((slot, moment) => moment.nodeSums.cpuRequestCores[slot] ?? 0),
    cpuLimitCores: numberOf((slot, moment) => moment.nodeSums.cpuLimitCores[slot] ?? 0),
    memRequestBytes: numberOf((slot, moment) => moment.nodeSums.memRequestBytes[slot] ?? 0),
    memLimitBytes: numberOf((slot, moment) => moment.nodeSums.memLimitBytes[slot] ?? 0),
  }),

  pod: ({ pod }) => ({ nodeId: ids(pod.nodeId) }),

  namespace: ({ namespace }) => ({
    podCnt: numberOf((slot, { counts }) =>
      counts.podsOfNamespace(namespace.cluster.at(slot), namespace.state.name.at(slot)),
    ),
    workloadCnt: numberOf((slot, { counts }) =>
      counts.workloadsOfNamespace(namespace.cluster.at(slot), namespace.state.name.at(slot)),
    ),
  }),

  workload({ workload, strings }) {
    const { state } = workload;
    return {
      podCnt: numberOf((slot, { counts }) =>
        counts.podsOfOwner(
          workload.cluster.at(slot),
          state.namespace.at(slot),
          strings.find(KUBERNETES_KINDS[state.type.at(slot)] ?? ''),
          state.name.at(slot),
        ),
      ),
    };
  },

  volume(tables) {
    const { claim } = tables;
    const claimOf = (slot: number, { links }: Moment) => links.claimOfVolume[slot] ?? NO_SLOT;
    return {
      usedBytes: numberOf((slot, moment) => claim.metrics.usedBytes.at(claimOf(slot, moment))),
      usedPct: numberOf((slot, moment) => claimUsedPct(tables, claimOf(slot, moment))),
      pvcId: idOf((slot, moment) => claim.ids.get(claimOf(slot, moment))),
      dataAt: timeOf((slot, moment) => claim.dataAtMs.at(claimOf(slot, moment))),
    };
  },

  claim(tables) {
    const { volume, claim } = tables;
    return {
      usedPct: numberOf((slot) => claimUsedPct(tables, slot)),
      daysUntilFull: numbers(claim.daysUntilFull),
      volumeId: idOf((slot, { links }) => volume.ids.get(links.volumeOfClaim[slot] ?? NO_SLOT)),
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
