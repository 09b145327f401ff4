import type { listContainerNames } from '@gwanje/contract/containers';
import type { listNamespaceNames } from '@gwanje/contract/namespaces';
import type { listNodeNames } from '@gwanje/contract/nodes';
import type { listPodNames } from '@gwanje/contract/pods';
import type { z } from 'zod';
import { eachOf } from './cluster-tally.ts';
import type { Cluster } from './clusters.ts';
import type { World } from './world.ts';

type Answer<Endpoint extends { response: z.ZodType }> = z.input<Endpoint['response']>;

export interface NamesOfKind {
  readonly node: Answer<typeof listNodeNames>['nodeNameList'];
  readonly pod: Answer<typeof listPodNames>['podNameList'];
  readonly container: Answer<typeof listContainerNames>['containerNameList'];
  readonly namespace: Answer<typeof listNamespaceNames>['namespaceNameList'];
}
export type NamedKind = keyof NamesOfKind;

/** Of one cluster, by name. */
export const namesOf: {
  readonly [Kind in NamedKind]: (world: World, cluster: Cluster) => NamesOfKind[Kind];
} = {
  node(world, cluster) {
    const { node } = world;
    const list: NamesOfKind['node'] = [];
    eachOf(node, cluster, (slot) => {
      list.push({ nodeId: node.ids.get(slot), name: node.state.name.get(slot) });
    });
    return list.sort(byName);
  },

  pod(world, cluster) {
    const { pod } = world;
    const list: NamesOfKind['pod'] = [];
    eachOf(pod, cluster, (slot) => {
      list.push({
        podId: pod.ids.get(slot),
        name: pod.state.name.get(slot),
        namespace: pod.state.namespace.get(slot),
        nodeId: pod.nodeId.get(slot) || null,
      });
    });
    return list.sort(byName);
  },

  container(world, cluster) {
    const { container, pod } = world;
    const list: NamesOfKind['container'] = [];
    eachOf(container, cluster, (slot) => {
      const podSlot = container.podSlot.get(slot);
      list.push({
        containerId: container.ids.get(slot),
        name: container.state.name.get(slot),
        podId: pod.ids.get(podSlot),
        podName: pod.state.name.get(podSlot),
        namespace: pod.state.namespace.get(podSlot),
      });
    });
    return list.sort((a, b) => byName(a, b) || (a.podName < b.podName ? -1 : a.podName > b.podName ? 1 : 0));
  },

  namespace(world, cluster) {
    const { namespace, pod } = world;
    const podCnts = new Map<number, number>();
    eachOf(pod, cluster, (slot) => {
      const ref = pod.state.namespace.at(slot);
      podCnts.set(ref, (podCnts.get(ref) ?? 0) + 1);
    });
    const list: NamesOfKind['namespace'] = [];
    eachOf(namespace, cluster, (slot) => {
      list.push({
        namespaceId: namespace.ids.get(slot),
        name: namespace.state.name.get(slot),
        phase: namespace.state.phase.get(slot),
        podCnt: podCnts.get(namespace.state.name.at(slot)) ?? 0,
      });
    });
    return list.sort(byName);
  },
};

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
