import type { PersistentVolumeClaimRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';

const PROVISION_MS = 2500;
const RETRY_MS = 15_000;

export function isClaimBound(cluster: Cluster, key: string): boolean {
  return cluster.store.persistentvolumeclaims.get(key)?.phase === 'Bound';
}

function claimEvent(
  cluster: Cluster,
  claim: PersistentVolumeClaimRecord,
  reason: string,
  message: string,
  component = 'persistentvolume-controller',
): void {
  const type = reason === 'ProvisioningFailed' ? 'Warning' : 'Normal';
  cluster.events.recordVolume('PersistentVolumeClaim', claim, { type, reason, message, component });
}

export function createClaim(
  cluster: Cluster,
  plan: Pick<PersistentVolumeClaimRecord, 'namespace' | 'name' | 'bytes' | 'storageClass'>,
): PersistentVolumeClaimRecord {
  const claim = cluster.store.persistentvolumeclaims.add({
    ...cluster.creationFields(),
    ...plan,
    volumeName: '',
    phase: 'Pending',
  });
  if (claim.storageClass === cluster.spec.flavour.storageClass)
    claimEvent(
      cluster,
      claim,
      'WaitForFirstConsumer',
      'waiting for first consumer to be created before binding',
    );
  else refuseClass(cluster, keyOf(claim), claim.id);
  return claim;
}

/** The controller repeats the event as long as the class does not exist. */
function refuseClass(cluster: Cluster, key: string, id: number): void {
  const claim = cluster.store.persistentvolumeclaims.get(key);
  if (claim?.id !== id) return;
  const message = `storageclass.storage.k8s.io "${claim.storageClass}" not found`;
  claimEvent(cluster, claim, 'ProvisioningFailed', message);
  cluster.timeline.after(RETRY_MS, () => refuseClass(cluster, key, id));
}

/** Creates the volume for a claim that a pod uses, unless the provisioner is down. */
export function bindClaim(cluster: Cluster, key: string): void {
  const claim = cluster.store.persistentvolumeclaims.get(key);
  const { storageClass, provisioner } = cluster.spec.flavour;
  if (claim?.phase !== 'Pending' || claim.storageClass !== storageClass) return;
  if (cluster.provisioning.has(claim.id)) return;
  cluster.provisioning.add(claim.id);
  const message = `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`;
  claimEvent(cluster, claim, 'ExternalProvisioning', message);
  cluster.timeline.after(PROVISION_MS, () => {
    cluster.provisioning.delete(claim.id);
    provision(cluster, key, claim.id);
  });
}

function provision(cluster: Cluster, key: string, id: number): void {
  const { store, faults } = cluster;
  const claim = store.persistentvolumeclaims.get(key);
  if (claim?.id !== id || claim.phase !== 'Pending') return;
  const component = `${cluster.spec.flavour.provisioner}_provisioner`;
  if (faults.haltedClasses.has(claim.storageClass)) {
    const message = `failed to provision volume with StorageClass "${claim.storageClass}": rpc error: code = DeadlineExceeded desc = context deadline exceeded`;
    claimEvent(cluster, claim, 'ProvisioningFailed', message, component);
    return;
  }
  const { name: volumeName } = store.persistentvolumes.add(cluster.volumeFor(claim));
  const message = `Successfully provisioned volume ${volumeName}`;
  claimEvent(cluster, claim, 'ProvisioningSucceeded', message, component);
  store.persistentvolumeclaims.update(key, { phase: 'Bound', volumeName });
}
