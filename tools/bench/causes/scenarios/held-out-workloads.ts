import { templateChanged } from '../accepted-cause.ts';
import type { FaultScenario } from '../fault-scenario.ts';
import { GIB } from '../fault-world.ts';

export const heldOutWorkloads: readonly FaultScenario[] = [
  {
    family: 'missing-image',
    name: 'sidecar-image-missing',
    breaks: 'the new version of a sidecar does not exist in the registry',
    uses: ['payment/payment-gateway'],
    start(world) {
      const workload = 'payment/payment-gateway';
      const image = 'docker.io/istio/proxyv2:1.25.33';
      world.cluster.faults.missingImages.add(image);
      world.change(workload, { image }, 1);
      return {
        alarm: { items: ['pod.imagePull'], workload },
        causes: templateChanged('imageChanged', workload),
      };
    },
  },
  {
    family: 'crashing-image',
    name: 'image-crashes-later',
    breaks: 'a new image becomes ready, and crashes some minutes after each start',
    uses: ['member/auth'],
    start(world) {
      const workload = 'member/auth';
      const template = world.change(workload, { image: 'registry.example/auth:9.0.1' });
      world.crash(template, { afterSec: 150 });
      return {
        alarm: { items: ['pod.restarts', 'pod.crashLoop'], workload },
        causes: templateChanged('imageChanged', workload),
      };
    },
  },
  {
    family: 'lower-limit',
    name: 'limit-below-use-of-set',
    breaks: 'the memory limit of a stateful set falls below its use; its rolling update stops at one pod',
    uses: ['payment/postgresql'],
    start(world) {
      const workload = 'payment/postgresql';
      const template = world.changeResources(workload, { requestBytes: GIB / 4, limitBytes: GIB / 4 });
      world.crash(template, { afterSec: 40, reason: 'OOMKilled' });
      return {
        alarm: { items: ['pod.oomKilled'], workload },
        causes: templateChanged('requestsChanged', workload),
      };
    },
  },
  {
    family: 'large-request',
    name: 'memory-request-too-large',
    breaks: 'a deployment requests more memory than any node has',
    uses: ['shop/search-api'],
    start(world) {
      const workload = 'shop/search-api';
      world.changeResources(workload, { requestBytes: 400 * GIB, limitBytes: 400 * GIB });
      return {
        alarm: { items: ['pod.pending'], workload },
        causes: templateChanged('requestsChanged', workload),
      };
    },
  },
  {
    family: 'failing-readiness',
    name: 'arguments-break-readiness',
    breaks: 'with a new argument a process runs but does not answer its readiness probe',
    uses: ['logistics/delivery-tracker'],
    start(world) {
      const workload = 'logistics/delivery-tracker';
      const template = world.change(workload, { args: ['--listen=127.0.0.1:8080'] });
      world.cluster.faults.failingProbes.add(template.id);
      return {
        alarm: { items: ['pod.notReady'], workload },
        causes: templateChanged('configurationChanged', workload),
      };
    },
  },
  {
    family: 'wrong-environment',
    name: 'environment-key-missing',
    breaks: 'an environment variable refers to a key that the config map does not have',
    uses: ['member/profile'],
    start(world) {
      const workload = 'member/profile';
      const template = world.change(workload, { env: { PROFILE_CACHE: 'settings/cache-address' } });
      const problem = "couldn't find key cache-address in ConfigMap member/settings";
      world.cluster.faults.wrongConfigurations.set(template.id, problem);
      return {
        alarm: { items: ['pod.pending'], workload },
        causes: templateChanged('configurationChanged', workload),
      };
    },
  },
  {
    family: 'memory-growth',
    name: 'leak-after-a-release',
    breaks: 'a new release leaks memory; its pods near their limit or die an hour later',
    uses: ['shop/recommendation'],
    startMin: 20,
    start(world) {
      const workload = 'shop/recommendation';
      const template = world.change(workload, { image: 'registry.example/recommendation:9.4.0' });
      const limit = template.containers[0]?.resources.limitBytes ?? GIB;
      const leakSec = 55 * 60;
      world.loadOfTemplate(template, { leakBytesPerSec: (0.75 * limit) / leakSec });
      world.crash(template, { afterSec: leakSec, reason: 'OOMKilled' });
      return {
        alarm: { items: ['pod.memUsage', 'pod.oomKilled'], workload },
        causes: templateChanged('imageChanged', workload),
      };
    },
  },
  {
    family: 'daemon-set',
    name: 'daemon-arguments-crash',
    breaks: 'a daemon set with a new argument crashes on the first node of its rollout',
    uses: ['monitoring/node-exporter'],
    start(world) {
      const workload = 'monitoring/node-exporter';
      const template = world.change(workload, { args: ['--collector.cpu.infos'] });
      world.crash(template, { afterSec: 3 });
      return {
        alarm: { items: ['pod.crashLoop'], workload },
        causes: templateChanged('configurationChanged', workload),
      };
    },
  },
];
