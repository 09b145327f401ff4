import { causedBy } from '../accepted-cause.ts';
import type { FaultScenario } from '../fault-scenario.ts';

export const heldOutNamespaces: readonly FaultScenario[] = [
  {
    family: 'claim',
    name: 'claim-loses-its-volume',
    breaks: 'a claim loses its volume, and the pod with it is no longer ready',
    uses: ['logistics/mongodb'],
    start(world) {
      const workload = 'logistics/mongodb';
      world.begin('claim-lost', 'logistics/data-mongodb-0');
      world.after(1, () => world.failProbesOf(workload));
      return {
        alarm: { items: ['pod.notReady'], workload },
        causes: causedBy('volumeFailed', 'logistics/data-mongodb-0'),
      };
    },
  },
  {
    family: 'quota',
    name: 'quota-stops-scaling',
    breaks: 'a deployment is scaled up, and the quota of its namespace refuses some of its pods',
    uses: ['payment/fraud-check'],
    start(world) {
      const workload = 'payment/fraud-check';
      world.cluster.faults.enforcedQuotas.add('payment');
      world.scale(workload, world.replicasOf(workload) + world.quotaRoom('payment') + 3);
      return {
        alarm: { items: ['workload.replicasUnavailable'], workload },
        causes: causedBy('quotaHit', 'payment', 'payment/compute-quota'),
      };
    },
  },
  {
    family: 'fewer-replicas',
    name: 'autoscaler-scales-down',
    breaks: 'the autoscaler leaves one pod, which then has all the load',
    uses: ['shop/search-api'],
    start(world) {
      const workload = 'shop/search-api';
      world.autoscale(workload, 1);
      world.after(2, () => world.useAllCpu(workload));
      return {
        alarm: { items: ['pod.cpuUsage'], workload },
        causes: [{ rules: ['autoscalerScaled', 'replicasChanged'], objects: [workload] }],
      };
    },
  },
  {
    family: 'more-replicas',
    name: 'person-scales-beyond-the-nodes',
    breaks: 'a person scales a deployment beyond what the nodes can hold',
    uses: ['logistics/route-planner'],
    pods: 200,
    start(world) {
      const workload = 'logistics/route-planner';
      world.scaleBeyondNodes(workload, (replicas) => world.scale(workload, replicas));
      return {
        alarm: { items: ['pod.pending'], workload },
        causes: causedBy('replicasChanged', workload),
      };
    },
  },
  {
    family: 'refused-pods',
    name: 'webhook-refuses-pods',
    breaks: 'the webhook of a mesh fails, and pods that restart are refused',
    uses: ['member/notification'],
    start(world) {
      const workload = 'member/notification';
      const problem =
        'Internal error occurred: failed calling webhook "sidecar-injector.istio.io": context deadline exceeded';
      world.cluster.faults.refusedPods.set('member', problem);
      world.after(2, () => world.deletePods(workload, 2));
      return {
        alarm: { items: ['workload.replicasUnavailable'], workload },
        causes: causedBy('eventBurst', workload, `${workload}-*`, 'member'),
      };
    },
  },
];
