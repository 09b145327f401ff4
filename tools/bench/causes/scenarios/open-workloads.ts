import { templateChanged } from '../accepted-cause.ts';
import type { FaultScenario } from '../fault-scenario.ts';
import { GIB } from '../fault-world.ts';

export const openWorkloads: readonly FaultScenario[] = [
  {
    family: 'missing-image',
    name: 'main-image-missing',
    breaks: 'the new image of a deployment does not exist in the registry',
    uses: ['shop/storefront'],
    start(world) {
      const workload = 'shop/storefront';
      const image = 'registry.example/storefront:9.4.0-typo';
      world.cluster.faults.missingImages.add(image);
      world.change(workload, { image });
      return {
        alarm: { items: ['pod.imagePull'], workload },
        causes: templateChanged('imageChanged', workload),
      };
    },
  },
  {
    family: 'crashing-image',
    name: 'image-crashes-at-start',
    breaks: 'a new image crashes soon after each start',
    uses: ['shop/cart'],
    start(world) {
      const workload = 'shop/cart';
      const template = world.change(workload, { image: 'registry.example/cart:9.1.0' });
      world.crash(template, { afterSec: 4 });
      return {
        alarm: { items: ['pod.crashLoop'], workload },
        causes: templateChanged('imageChanged', workload),
      };
    },
  },
  {
    family: 'lower-limit',
    name: 'limit-below-use',
    breaks: 'the memory limit of a deployment falls below its use',
    uses: ['shop/catalog'],
    start(world) {
      const workload = 'shop/catalog';
      const template = world.changeResources(workload, { requestBytes: GIB / 16, limitBytes: GIB / 16 });
      world.crash(template, { afterSec: 30, reason: 'OOMKilled' });
      return {
        alarm: { items: ['pod.oomKilled'], workload },
        causes: templateChanged('requestsChanged', workload),
      };
    },
  },
  {
    family: 'large-request',
    name: 'cpu-request-too-large',
    breaks: 'a deployment requests more CPU than any node has',
    uses: ['member/point'],
    start(world) {
      const workload = 'member/point';
      world.changeResources(workload, { requestMilliCpu: 96_000, limitMilliCpu: 96_000 });
      return {
        alarm: { items: ['pod.pending'], workload },
        causes: templateChanged('requestsChanged', workload),
      };
    },
  },
  {
    family: 'failing-readiness',
    name: 'probe-timeout-tightened',
    breaks: 'the readiness probe of a deployment gets a timeout that its pods cannot meet',
    uses: ['shop/checkout'],
    start(world) {
      const workload = 'shop/checkout';
      const template = world.change(workload, { readinessProbe: { path: '/ready', timeoutSec: 1 } });
      world.cluster.faults.failingProbes.add(template.id);
      return {
        alarm: { items: ['pod.notReady'], workload },
        causes: templateChanged('configurationChanged', workload),
      };
    },
  },
  {
    family: 'wrong-environment',
    name: 'environment-value-crashes',
    breaks: 'a deployment crashes with a new value of an environment variable',
    uses: ['payment/settlement'],
    start(world) {
      const workload = 'payment/settlement';
      const template = world.change(workload, {
        env: { LEDGER_ADDRESS: 'ledger.payment.svc.cluster.local:80' },
      });
      world.crash(template, { afterSec: 6 });
      return {
        alarm: { items: ['pod.crashLoop'], workload },
        causes: templateChanged('configurationChanged', workload),
      };
    },
  },
  {
    family: 'memory-growth',
    name: 'removed-limits-fill-a-node',
    breaks: 'the limits of a deployment are removed, and its pods grow until their nodes run short of memory',
    uses: ['shop/recommendation'],
    startMin: 20,
    start(world) {
      const workload = 'shop/recommendation';
      const template = world.changeResources(workload, { limitBytes: -1, limitMilliCpu: -1 });
      const nodeBytes = world.cluster.store.nodes.get(world.nodeOf(workload))?.machine.memoryBytes ?? GIB;
      world.loadOfTemplate(template, { leakBytesPerSec: nodeBytes / (45 * 60) });
      return {
        alarm: { items: ['node.memUsage', 'cluster.memUsage'] },
        causes: templateChanged('requestsChanged', workload),
      };
    },
  },
  {
    family: 'daemon-set',
    name: 'daemon-image-takes-the-cpu',
    breaks: 'the new image of a daemon set takes nearly all CPU of every node that it reaches',
    uses: ['kube-system/calico-node'],
    flavour: 'onprem',
    start(world) {
      const workload = 'kube-system/calico-node';
      const template = world.change(workload, { image: 'docker.io/calico/node:v3.30.0' });
      world.fillCpuOfNodes(template, 0.93);
      return {
        alarm: { items: ['node.cpuUsage'] },
        causes: templateChanged('imageChanged', workload),
      };
    },
  },
];
