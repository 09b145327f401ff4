import { causedBy } from '../accepted-cause.ts';
import type { FaultScenario } from '../fault-scenario.ts';

export const openNamespaces: readonly FaultScenario[] = [
  {
    family: 'claim',
    name: 'full-claims-crash-a-database',
    breaks: 'the claims of a database fill up, and its pods crash',
    uses: ['payment/postgresql'],
    start(world) {
      const workload = 'payment/postgresql';
      const claims = world.claimsOf(workload);
      for (const claim of claims) world.begin('volume-fills', claim);
      world.after(10, () => world.crashPodsOf(workload, 4));
      return {
        alarm: { items: ['pod.crashLoop'], workload },
        causes: causedBy('claimFilled', ...claims),
      };
    },
  },
  {
    family: 'quota',
    name: 'lowered-quota-refuses-restarts',
    breaks: 'the quota of a namespace is lowered below its use, and pods that restart are refused',
    uses: ['shop/image-resizer'],
    start(world) {
      const workload = 'shop/image-resizer';
      world.cluster.faults.enforcedQuotas.add('shop');
      world.lowerQuota('shop');
      world.after(2, () => world.deletePods(workload, 2));
      return {
        alarm: { items: ['workload.replicasUnavailable'], workload },
        causes: causedBy('quotaHit', 'shop', 'shop/compute-quota'),
      };
    },
  },
  {
    family: 'fewer-replicas',
    name: 'person-scales-down',
    breaks: 'a person leaves one pod, which then has all the load',
    uses: ['member/profile'],
    start(world) {
      const workload = 'member/profile';
      world.scale(workload, 1);
      world.after(2, () => world.useAllCpu(workload));
      return {
        alarm: { items: ['pod.cpuUsage'], workload },
        causes: causedBy('replicasChanged', workload),
      };
    },
  },
  {
    family: 'more-replicas',
    name: 'autoscaler-scales-beyond-the-nodes',
    breaks: 'the autoscaler scales a deployment beyond what the nodes can hold',
    uses: ['logistics/route-planner'],
    pods: 200,
    start(world) {
      const workload = 'logistics/route-planner';
      world.scaleBeyondNodes(workload, (replicas) => world.autoscale(workload, replicas));
      return {
        alarm: { items: ['pod.pending'], workload },
        causes: [{ rules: ['autoscalerScaled', 'replicasChanged'], objects: [workload] }],
      };
    },
  },
  {
    family: 'refused-pods',
    name: 'policy-refuses-pods',
    breaks: 'a new policy refuses pods, and pods that restart are refused',
    uses: ['logistics/warehouse'],
    start(world) {
      const workload = 'logistics/warehouse';
      const problem =
        'violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "warehouse" must set securityContext.allowPrivilegeEscalation=false)';
      world.cluster.faults.refusedPods.set('logistics', problem);
      world.after(2, () => world.deletePods(workload, 2));
      return {
        alarm: { items: ['workload.replicasUnavailable'], workload },
        causes: causedBy('eventBurst', workload, `${workload}-*`, 'logistics'),
      };
    },
  },
];
