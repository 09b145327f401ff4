import type { listContainerNames } from '@gwanje/kinds/container/calls';
import type { listNamespaceNames } from '@gwanje/kinds/namespace/calls';
import type { listNodeNames } from '@gwanje/kinds/node/calls';
import type { listPodNames } from '@gwanje/kinds/pod/calls';
import type { listWorkloadNames } from '@gwanje/kinds/workload/calls';
import type { z } from 'zod';
import { radixSort } from '../columns/radix-sort.ts';
import type { Table } from '../columns/table.ts';
import type { Cluster } from '../tables/clusters.ts';
import { workloadFinder } from '../tables/ids-by-name.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { upTo } from '../tables/slots.ts';
import { eachOf } from './cluster-tally.ts';

type Answer<Endpoint extends { response: z.ZodType }> = z.input<Endpoint['response']>;

export interface NamesOfKind {
  readonly node: Answer<typeof listNodeNames>['nodeNameList'];
  readonly pod: Answer<typeof listPodNames>['podNameList'];
  readonly container: Answer<typeof listContainerNames>['containerNameList'];
  readonly namespace: Answer<typeof listNamespaceNames>['namespaceNameList'];
  readonly workload: Answer<typeof listWorkloadNames>['workloadNameList'];
}
export type NamedKind = keyof NamesOfKind;

/** Names of the objects of one cluster, in order of the name. */
export const namesOf: {
  readonly [Kind in NamedKind]: (tables: LiveTables, cluster: Cluster) => NamesOfKind[Kind];
} = {
  node(tables, cluster) {
    const { node } = tables;
    return slotsByName(tables, node, cluster, [node.state.name]).map((slot) => ({
      nodeId: node.ids.get(slot),
      name: node.state.name.get(slot),
    }));
  },

  pod(tables, cluster) {
    const { pod } = tables;
    const workloadOf = workloadFinder(tables);
    return slotsByName(tables, pod, cluster, [pod.state.name]).map((slot) => ({
      podId: pod.ids.get(slot),
      name: pod.state.name.get(slot),
      namespace: pod.state.namespace.get(slot),
      nodeId: pod.nodeId.get(slot) || null,
      workloadId: workloadOf(cluster.index, ownerOf(pod.state, slot)),
    }));
  },

  container(tables, cluster) {
    const { container, pod } = tables;
    const podName = { at: (slot: number) => pod.state.name.at(container.podSlot.get(slot)) };
    return slotsByName(tables, container, cluster, [container.state.name, podName]).map((slot) => {
      const podSlot = container.podSlot.get(slot);
      return {
        containerId: container.ids.get(slot),
        name: container.state.name.get(slot),
        podId: pod.ids.get(podSlot),
        podName: pod.state.name.get(podSlot),
        namespace: pod.state.namespace.get(podSlot),
      };
    });
  },

  namespace(tables, cluster) {
    const { namespace } = tables;
    return slotsByName(tables, namespace, cluster, [namespace.state.name]).map((slot) => ({
      namespaceId: namespace.ids.get(slot),
      name: namespace.state.name.get(slot),
      alarmLevel: alarmLevelOf(namespace, slot),
    }));
  },

  workload(tables, cluster) {
    const { workload } = tables;
    const { name, namespace, type } = workload.state;
    const workloadOf = workloadFinder(tables);
    return slotsByName(tables, workload, cluster, [name, namespace]).map((slot) => ({
      workloadId: workload.ids.get(slot),
      name: name.get(slot),
      namespace: namespace.get(slot),
      type: type.get(slot),
      ownerId: workloadOf(cluster.index, ownerOf(workload.state, slot)),
      alarmLevel: alarmLevelOf(workload, slot),
    }));
  },
};

function ownerOf({ namespace, ownerKind, ownerName }: LiveTables['pod' | 'workload']['state'], slot: number) {
  return { namespaceRef: namespace.at(slot), kindRef: ownerKind.at(slot), nameRef: ownerName.at(slot) };
}

function alarmLevelOf(table: Table, slot: number): 'critical' | 'warning' | null {
  if (table.criticalCnt.get(slot) > 0) return 'critical';
  return table.warningCnt.get(slot) > 0 ? 'warning' : null;
}

// The keys of an object literal.
export const namedKinds = Object.keys(namesOf) as readonly NamedKind[];

interface Refs {
  readonly at: (slot: number) => number;
}

/** Existing objects, sorted by the ranks of their names: comparing the texts would take a second. */
function slotsByName(tables: LiveTables, table: Table, cluster: Cluster, names: readonly Refs[]): number[] {
  const slots: number[] = [];
  eachOf(table, cluster, (slot) => slots.push(slot));
  const ranks = tables.ranks.ranks();
  const keys = new Float64Array(slots.length);
  const positions = upTo(slots.length);
  // The sort is stable, so the first sort key is sorted last.
  for (const refs of names.toReversed()) {
    for (let at = 0; at < slots.length; at++) keys[at] = ranks[refs.at(slots[at] ?? 0)] ?? 0;
    radixSort(positions, keys);
  }
  return Array.from(positions, (at) => slots[at] ?? 0);
}
