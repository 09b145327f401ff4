import { causedBy } from '../accepted-cause.ts';
import type { FaultScenario } from '../fault-scenario.ts';
import { GIB } from '../fault-world.ts';

export const openNodes: readonly FaultScenario[] = [
  {
    family: 'busy-neighbour',
    name: 'pod-takes-the-cpu',
    breaks: 'a pod without a limit takes nearly all CPU of its node',
    uses: ['member/mail-sender'],
    start(world) {
      const workload = 'member/mail-sender';
      const [pod] = world.podsOf(workload);
      if (!pod) throw new Error('no pod');
      world.fillCpuOfNode(pod, 0.95);
      return {
        alarm: { items: ['node.cpuUsage'], node: pod.nodeName },
        causes: causedBy('neighbourRose', `member/${pod.name}`, workload),
      };
    },
  },
  {
    family: 'full-disk',
    name: 'logs-fill-the-disk',
    breaks: 'the log of a pod fills the disk of its node, which evicts another pod',
    uses: ['shop/storefront'],
    start(world) {
      const [pod] = world.podsOf('shop/storefront');
      if (!pod) throw new Error('no pod');
      for (const [minute, gib] of [15, 40, 60, 80].entries())
        world.after(minute, () => world.load([pod], { writtenBytes: gib * GIB }));
      world.after(4, () => world.begin('disk-pressure', pod.nodeName));
      return {
        alarm: { items: ['pod.failed'], node: pod.nodeName },
        causes: [
          ...causedBy('neighbourRose', `shop/${pod.name}`, 'shop/storefront'),
          ...causedBy('nodePressure', pod.nodeName),
        ],
      };
    },
  },
  {
    family: 'reboot',
    name: 'reboot-breaks-containers',
    breaks: 'a node reboots, and its containers crash from then on',
    uses: [],
    start(world) {
      const node = world.workerNode();
      world.cluster.faults.crashesOn.set(node, {
        containerIndex: 0,
        afterSec: 5,
        exitCode: 1,
        reason: 'Error',
      });
      world.reboot(node, 2);
      return {
        alarm: { items: ['pod.crashLoop'], node },
        causes: causedBy('nodeRebooted', node),
      };
    },
  },
  {
    family: 'kubelet-upgrade',
    name: 'new-kubelet-breaks-containers',
    breaks: 'after an upgrade of the kubelet the containers of the node crash',
    uses: [],
    start(world) {
      const node = world.workerNode();
      world.upgradeKubelet(node);
      world.after(1, () => world.crashOn(node, 5));
      return {
        alarm: { items: ['pod.crashLoop'], node },
        causes: causedBy('kubeletVersionChanged', node),
      };
    },
  },
  {
    family: 'no-schedulable-node',
    name: 'cordons-block-pods',
    breaks: 'all workers are cordoned for an upgrade; pods that restart stay pending',
    uses: ['member/coupon'],
    start(world) {
      const workload = 'member/coupon';
      const nodes = world.workerNodes();
      for (const node of nodes) world.cordon(node);
      world.after(3, () => world.deletePods(workload, 1));
      return {
        alarm: { items: ['pod.pending'], workload },
        causes: causedBy('nodeCordoned', ...nodes),
      };
    },
  },
  {
    family: 'node-network',
    name: 'network-route-lost',
    breaks: 'a node loses its network route, and its pods are no longer ready',
    uses: [],
    flavour: 'onprem',
    start(world) {
      const node = world.workerNode();
      world.begin('network-unavailable', node);
      world.after(1, () => world.failProbesOn(node));
      return {
        alarm: { items: ['pod.notReady'], node },
        causes: [{ rules: ['nodePressure', 'nodeNotReady'], objects: [node] }],
      };
    },
  },
  {
    family: 'agent-upgrade',
    name: 'new-agent-reads-no-statistics',
    breaks: 'an agent of a new version sends no statistics of the nodes',
    uses: [],
    start(world) {
      world.upgradeAgent('9.1.0');
      world.begin('statistics-missing');
      return {
        alarm: { items: ['cluster.statisticsMissing'] },
        causes: causedBy('agentVersionChanged', world.cluster.name),
      };
    },
  },
];
