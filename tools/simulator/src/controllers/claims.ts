import { volumeNameOf } from '../core/identifiers.ts';
import type { PersistentVolumeClaimRecord, PodTemplate } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { about, type EventInput } from '../world/event-recorder.ts';

const PROVISION_MS = 2500;
const RETRY_MS = 15_000;

export function isClaimBound(cluster: Cluster, key: string): boolean {
  return cluster.store.persistentvolumeclaims.get(key)?.phase === 'Bound';
}

function claimEvent(
  cluster: Cluster,
  claim: PersistentVolumeClaimRecord,
  event: Pick<EventInput, 'type' | 'reason' | 'message' | 'component'>,
): void {
  cluster.events.record({ about: about('PersistentVolumeClaim', 'v1', claim), ...event });
}

export function createClaim(
  cluster: Cluster,
  plan: {
    namespace: string;
    name: string;
    bytes: number;
    storageClass: string;
    labels: PodTemplate['labels'] | undefined;
  },
): PersistentVolumeClaimRecord {
  const { flavour } = cluster.spec;
  const isKnown = plan.storageClass === flavour.storageClass;
  const claim = cluster.store.persistentvolumeclaims.add({
    ...cluster.born(),
    ...plan,
    provisioner: isKnown ? flavour.provisioner : '',
    volumeName: '',
    phase: 'Pending',
  });
  if (isKnown)
    claimEvent(cluster, claim, {
      type: 'Normal',
      reason: 'WaitForFirstConsumer',
      message: 'waiting for first consumer to be created before binding',
      component: 'persistentvolume-controller',
    });
  else refuseClass(cluster, keyOf(claim), claim.id);
  return claim;
}

/** The controller repeats the event as long as the class does not exist. */
function refuseClass(cluster: Cluster, key: string, id: number): void {
  const claim = cluster.store.persistentvolumeclaims.get(key);
  if (claim?.id !== id) return;
  claimEvent(cluster, claim, {
    type: 'Warning',
    reason: 'ProvisioningFailed',
    message: `storageclass.storage.k8s.io "${claim.storageClass}" not found`,
    component: 'persistentvolume-controller',
  });
  cluster.timeline.after(RETRY_MS, () => refuseClass(cluster, key, id));
}

/** Creates the volume for a claim that a pod uses, unless the provisioner is down. */
export function bindClaim(cluster: Cluster, key: string): void {
  const claim = cluster.store.persistentvolumeclaims.get(key);
  if (claim?.phase !== 'Pending' || claim.provisioner === '') return;
  if (cluster.provisioning.has(claim.id)) return;
  cluster.provisioning.add(claim.id);
  claimEvent(cluster, claim, {
    type: 'Normal',
    reason: 'ExternalProvisioning',
    message: `Waiting for a volume to be created either by the external provisioner '${claim.provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`,
    component: 'persistentvolume-controller',
  });
  cluster.timeline.after(PROVISION_MS, () => {
    cluster.provisioning.delete(claim.id);
    provision(cluster, key, claim.id);
  });
}

function provision(cluster: Cluster, key: string, id: number): void {
  const { store, faults } = cluster;
  const claim = store.persistentvolumeclaims.get(key);
  if (claim?.id !== id || claim.phase !== 'Pending') return;
  const component = `${claim.provisioner}_provisioner`;
  if (faults.haltedClasses.has(claim.storageClass)) {
    claimEvent(cluster, claim, {
      type: 'Warning',
      reason: 'ProvisioningFailed',
      message: `failed to provision volume with StorageClass "${claim.storageClass}": rpc error: code = DeadlineExceeded desc = context deadline exceeded`,
      component,
    });
    return;
  }
  const { flavour } = cluster.spec;
  const volumeName = volumeNameOf(cluster.seed, claim.id);
  store.persistentvolumes.add({
    ...cluster.born(),
    namespace: '',
    name: volumeName,
    bytes: claim.bytes,
    storageClass: claim.storageClass,
    reclaimPolicy: 'Delete',
    phase: 'Bound',
    message: '',
    claim: { namespace: claim.namespace, name: claim.name, id: claim.id },
    source: flavour.volumeSource(cluster.name, volumeName, cluster.seed),
  });
  claimEvent(cluster, claim, {
    type: 'Normal',
    reason: 'ProvisioningSucceeded',
    message: `Successfully provisioned volume ${volumeName}`,
    component,
  });
  store.persistentvolumeclaims.update(key, { phase: 'Bound', volumeName });
}
