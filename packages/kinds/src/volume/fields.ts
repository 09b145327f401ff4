import { volumePhases } from '@gwanje/contract/clusters/states';
import { choice, number, type StateOf, text, textOrNull, tracked } from '../definition/fields.ts';

export const volumeFields = {
  name: text(),
  phase: tracked(choice(volumePhases)),
  reason: tracked(textOrNull()),
  storageClass: tracked(textOrNull()),
  accessModes: tracked(text()),
  reclaimPolicy: tracked(textOrNull()),
  driver: textOrNull(),
  capacityBytes: tracked(number()),
  claimNamespace: tracked(textOrNull()),
  claimName: tracked(textOrNull()),
} as const;

export type VolumeState = StateOf<typeof volumeFields>;
