import type { PersistentVolumeRecord } from '../kinds/object/records.ts';
import { readClaim } from '../kubelet/readings.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import type { Scenario, ScenarioRun } from './scenario.ts';

const REPORT_MS = 15_000;
const SLOW_FILL_SEC = 30 * 3600;

export const volumeScenarios = {
  'volume-fills': {
    title: 'A volume fills up within ten minutes',
    target: 'claim',
    usualSec: 1200,
    weight: 2,
    start: (run) => fillClaim(run, 600),
  },
  'volume-creeps': {
    title: 'A volume fills slowly: it is full after thirty hours, so that a forecast can warn a day before',
    target: 'claim',
    usualSec: SLOW_FILL_SEC,
    weight: 0,
    start: (run) => fillClaim(run, SLOW_FILL_SEC),
  },
  'claim-pending': {
    title: 'A claim names a storage class that does not exist and stays pending',
    target: 'cluster',
    usualSec: 900,
    weight: 2,
    start({ cluster, random }) {
      const claim = cluster.store.persistentvolumeclaims.add({
        ...cluster.creationFields(),
        namespace: 'default',
        name: `scratch-${random.int(1000, 9999)}`,
        bytes: 20 * 1024 ** 3,
        storageClass: 'fast-nvme',
        volumeName: '',
        phase: 'Pending',
      });
      /** The controller repeats the event as long as the class does not exist. */
      const report = () =>
        cluster.events.record('PersistentVolumeClaim', claim, {
          type: 'Warning',
          reason: 'ProvisioningFailed',
          message: `storageclass.storage.k8s.io "${claim.storageClass}" not found`,
          component: 'persistentvolume-controller',
        });
      report();
      const reports = cluster.timeline.every(REPORT_MS, report);
      return () => {
        reports.cancel();
        cluster.store.persistentvolumeclaims.remove(keyOf(claim));
      };
    },
  },
  'claim-lost': {
    title: 'A claim loses its volume until the scenario ends',
    target: 'claim',
    usualSec: 600,
    weight: 0,
    start({ cluster, target }) {
      const { persistentvolumeclaims } = cluster.store;
      persistentvolumeclaims.update(target, { phase: 'Lost' });
      return () => {
        if (persistentvolumeclaims.get(target)) persistentvolumeclaims.update(target, { phase: 'Bound' });
      };
    },
  },
  'pv-released': {
    title: 'A volume stays released after its claim was deleted',
    target: 'cluster',
    usualSec: 900,
    weight: 1,
    start: ({ cluster }) =>
      addUnboundVolume(cluster, { phase: 'Released', reclaimPolicy: 'Retain', message: '' }),
  },
  'pv-failed': {
    title: 'A released volume cannot be deleted',
    target: 'cluster',
    usualSec: 900,
    weight: 1,
    start: ({ cluster }) =>
      addUnboundVolume(cluster, {
        phase: 'Failed',
        reclaimPolicy: 'Delete',
        message: 'rpc error: code = Internal desc = disk is still attached to a node',
      }),
  },
  'pv-pending': {
    title: 'A volume exists but is not available yet',
    target: 'cluster',
    usualSec: 900,
    weight: 0,
    start: ({ cluster }) =>
      addUnboundVolume(cluster, { phase: 'Pending', reclaimPolicy: 'Retain', message: '' }),
  },
} satisfies Record<string, Scenario>;

function fillClaim({ cluster, target }: ScenarioRun, fullAfterSec: number): () => void {
  const fromSec = cluster.timeline.nowSec();
  const fill = readClaim(cluster, target, fromSec);
  if (!fill) throw new Error(`no bound claim ${target}`);
  const bytesPerSec = (fill.capacityBytes - fill.usedBytes) / fullAfterSec;
  cluster.faults.fillingClaims.set(target, { fromSec, bytesPerSec });
  return () => cluster.faults.fillingClaims.delete(target);
}

/** Adds a volume whose claim was deleted. The returned function removes it. */
function addUnboundVolume(
  cluster: Cluster,
  state: Pick<PersistentVolumeRecord, 'phase' | 'reclaimPolicy' | 'message'>,
): () => void {
  const id = cluster.nextId();
  const claim = { namespace: 'default', name: `former-${id}`, id, bytes: 50 * 1024 ** 3 };
  const { persistentvolumes } = cluster.store;
  const { name } = persistentvolumes.add(cluster.volumeFor(claim));
  const volume = persistentvolumes.update(name, state);
  if (state.phase === 'Failed')
    cluster.events.record('PersistentVolume', volume, {
      type: 'Warning',
      reason: 'VolumeFailedDelete',
      message: state.message,
      component: `${volume.driver}_provisioner`,
    });
  return () => persistentvolumes.remove(name);
}
