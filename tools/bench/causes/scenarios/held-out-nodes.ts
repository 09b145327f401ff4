import { causedBy } from '../accepted-cause.ts';
import type { FaultScenario } from '../fault-scenario.ts';
import { GIB } from '../fault-world.ts';

export const heldOutNodes: readonly FaultScenario[] = [
  {
    family: 'busy-neighbour',
    name: 'jobs-take-the-cpu',
    breaks: 'a run of a cron job takes nearly all CPU of its node, and far longer than usual',
    uses: [],
    startMin: 58,
    start(world) {
      const job = 'logistics/stock-sync';
      world.makeRunsHeavy(job, 0.95);
      return {
        alarm: { items: ['node.cpuUsage'] },
        causes: causedBy('neighbourRose', job, `${job}-*`),
      };
    },
  },
  {
    family: 'full-disk',
    name: 'files-fill-the-disk',
    breaks: 'a pod writes files until the disk of its node is full',
    uses: ['shop/image-resizer'],
    start(world) {
      const [pod] = world.podsOf('shop/image-resizer');
      if (!pod) throw new Error('no pod');
      for (const [minute, gib] of [20, 45, 70, 90].entries())
        world.after(minute, () => world.load([pod], { writtenBytes: gib * GIB }));
      world.after(4, () => world.begin('disk-pressure', pod.nodeName));
      return {
        alarm: { items: ['node.diskPressure'], node: pod.nodeName },
        causes: causedBy('neighbourRose', `shop/${pod.name}`, 'shop/image-resizer'),
      };
    },
  },
  {
    family: 'reboot',
    name: 'reboot-leaves-pods-unready',
    breaks: 'a node reboots, and its pods do not become ready again',
    uses: [],
    start(world) {
      const node = world.workerNode();
      world.cluster.faults.failingProbesOn.add(node);
      world.reboot(node, 2);
      return {
        alarm: { items: ['pod.notReady'], node },
        causes: causedBy('nodeRebooted', node),
      };
    },
  },
  {
    family: 'kubelet-upgrade',
    name: 'new-kubelet-fails-probes',
    breaks: 'after an upgrade of the kubelet no pod of the node passes its probe',
    uses: [],
    start(world) {
      const node = world.workerNode();
      world.upgradeKubelet(node);
      world.after(1, () => world.failProbesOn(node));
      return {
        alarm: { items: ['pod.notReady'], node },
        causes: causedBy('kubeletVersionChanged', node),
      };
    },
  },
  {
    family: 'no-schedulable-node',
    name: 'taint-blocks-pods',
    breaks: 'all workers get a taint for another team; pods that restart stay pending',
    uses: ['logistics/order-router'],
    start(world) {
      const workload = 'logistics/order-router';
      const nodes = world.workerNodes();
      for (const node of nodes) world.taint(node, { key: 'team', value: 'batch', effect: 'NoSchedule' });
      world.after(3, () => world.deletePods(workload, 2));
      return {
        alarm: { items: ['pod.pending'], workload },
        causes: causedBy('nodeCordoned', ...nodes),
      };
    },
  },
  {
    family: 'node-network',
    name: 'new-node-without-network',
    breaks: 'a new node joins, and the pods on it have no network',
    uses: [],
    start(world) {
      const node = world.addNode();
      world.cluster.faults.failingProbesOn.add(node);
      return {
        alarm: { items: ['pod.notReady'], node },
        causes: causedBy('nodeNew', node),
      };
    },
  },
  {
    family: 'agent-upgrade',
    name: 'new-agent-is-silent',
    breaks: 'an agent of a new version sends one batch and then nothing',
    uses: [],
    start(world) {
      world.upgradeAgent('9.1.0');
      world.after(2, () => world.silenceAgent());
      return {
        alarm: { items: ['cluster.noData'] },
        causes: causedBy('agentVersionChanged', world.cluster.name),
      };
    },
  },
];
