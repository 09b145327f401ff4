import { expect, it } from 'vitest';
import { hashText } from '../../../simulator/src/core/random.ts';
import { heldOutScenarios, openScenarios } from './registry.ts';

const COIN_SEED = 20261118;

/** The order was written down before the coin was thrown. */
const FAMILIES: Readonly<Record<string, readonly [string, string]>> = {
  'missing-image': ['main-image-missing', 'sidecar-image-missing'],
  'crashing-image': ['image-crashes-at-start', 'image-crashes-later'],
  'lower-limit': ['limit-below-use', 'limit-below-use-of-set'],
  'large-request': ['cpu-request-too-large', 'memory-request-too-large'],
  'failing-readiness': ['probe-timeout-tightened', 'arguments-break-readiness'],
  'wrong-environment': ['environment-key-missing', 'environment-value-crashes'],
  'memory-growth': ['leak-after-a-release', 'removed-limits-fill-a-node'],
  'busy-neighbour': ['pod-takes-the-cpu', 'jobs-take-the-cpu'],
  'full-disk': ['logs-fill-the-disk', 'files-fill-the-disk'],
  reboot: ['reboot-leaves-pods-unready', 'reboot-breaks-containers'],
  'kubelet-upgrade': ['new-kubelet-fails-probes', 'new-kubelet-breaks-containers'],
  'no-schedulable-node': ['cordons-block-pods', 'taint-blocks-pods'],
  'node-network': ['new-node-without-network', 'network-route-lost'],
  claim: ['full-claims-crash-a-database', 'claim-loses-its-volume'],
  'agent-upgrade': ['new-agent-reads-no-statistics', 'new-agent-is-silent'],
  quota: ['quota-stops-scaling', 'lowered-quota-refuses-restarts'],
  'fewer-replicas': ['autoscaler-scales-down', 'person-scales-down'],
  'more-replicas': ['person-scales-beyond-the-nodes', 'autoscaler-scales-beyond-the-nodes'],
  'daemon-set': ['daemon-image-takes-the-cpu', 'daemon-arguments-crash'],
  'refused-pods': ['webhook-refuses-pods', 'policy-refuses-pods'],
};

it('a coin has put one scenario of each family into each half', () => {
  const chosen = Object.entries(FAMILIES).map(([family, pair]) => {
    const heldOut = hashText(COIN_SEED, family) % 2;
    return { family, heldOut: pair[heldOut], open: pair[1 - heldOut] };
  });
  const names = (half: typeof openScenarios) =>
    half.map(({ family, name }) => `${family}: ${name}`).toSorted();
  expect(names(heldOutScenarios)).toEqual(
    chosen.map(({ family, heldOut }) => `${family}: ${heldOut}`).toSorted(),
  );
  expect(names(openScenarios)).toEqual(chosen.map(({ family, open }) => `${family}: ${open}`).toSorted());
});
