import type { ClaimRecord } from '@gwanje/kinds/claim/record';
import { quantityOrUnset } from '@gwanje/kinds/definition/quantity';
import type { VolumeRecord } from '@gwanje/kinds/volume/record';
import { z } from 'zod';
import { Metadata, OptionalText, Quantities } from './raw.ts';
import { messageOrNull, shortText, shortTextOrNull } from './shared.ts';

const RawVolume = z.object({
  metadata: Metadata,
  // The volume's source is the one key that is not listed here, so the schema keeps all keys.
  spec: z.looseObject({
    capacity: Quantities,
    storageClassName: OptionalText,
    accessModes: z.array(z.string()).nullish(),
    persistentVolumeReclaimPolicy: OptionalText,
    volumeMode: OptionalText,
    csi: z.object({ driver: z.string() }).nullish(),
    claimRef: z.object({ namespace: OptionalText, name: OptionalText, uid: OptionalText }).nullish(),
  }),
  status: z.object({ phase: OptionalText, reason: OptionalText, message: OptionalText }).nullish(),
});

const NOT_A_SOURCE = new Set([
  'capacity',
  'storageClassName',
  'accessModes',
  'persistentVolumeReclaimPolicy',
  'volumeMode',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'volumeAttributesClassName',
]);
const VOLUME_PHASES = ['Pending', 'Available', 'Bound', 'Released', 'Failed'] as const;
const CLAIM_PHASES = ['Pending', 'Bound', 'Lost'] as const;
const MAX_MODES = 10;

export function normaliseVolume(object: unknown): VolumeRecord {
  const { metadata, spec, status } = RawVolume.parse(object);
  const claim = spec.claimRef;
  return {
    kind: 'volume',
    uid: metadata.uid,
    name: metadata.name,
    createdAt: metadata.creationTimestamp,
    phase: VOLUME_PHASES.find((phase) => phase === status?.phase) ?? 'Pending',
    reason: shortTextOrNull(status?.reason),
    message: messageOrNull(status?.message),
    capacityBytes: quantityOrUnset(spec.capacity?.storage),
    storageClass: shortTextOrNull(spec.storageClassName),
    accessModes: (spec.accessModes ?? []).slice(0, MAX_MODES).map(shortText),
    reclaimPolicy: shortTextOrNull(spec.persistentVolumeReclaimPolicy),
    volumeMode: shortTextOrNull(spec.volumeMode),
    driver: shortTextOrNull(spec.csi?.driver ?? Object.keys(spec).find((key) => !NOT_A_SOURCE.has(key))),
    claim:
      claim?.namespace && claim.name
        ? { namespace: claim.namespace, name: claim.name, uid: claim.uid || null }
        : null,
  };
}

const RawClaim = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z.object({
    storageClassName: OptionalText,
    accessModes: z.array(z.string()).nullish(),
    resources: z.object({ requests: Quantities }).nullish(),
    volumeName: OptionalText,
  }),
  status: z.object({ phase: OptionalText, capacity: Quantities }).nullish(),
});

export function normaliseClaim(object: unknown): ClaimRecord {
  const { metadata, spec, status } = RawClaim.parse(object);
  return {
    kind: 'claim',
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    phase: CLAIM_PHASES.find((phase) => phase === status?.phase) ?? 'Pending',
    storageClass: shortTextOrNull(spec.storageClassName),
    accessModes: (spec.accessModes ?? []).slice(0, MAX_MODES).map(shortText),
    requestedBytes: quantityOrUnset(spec.resources?.requests?.storage),
    capacityBytes: quantityOrUnset(status?.capacity?.storage),
    volumeName: shortTextOrNull(spec.volumeName),
  };
}
