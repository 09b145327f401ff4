import { claimPhases } from '@gwanje/contract/clusters/states';
import { choice, number, type StateOf, text, textOrNull, tracked } from '../definition/fields.ts';

export const claimFields = {
  name: text(),
  namespace: text(),
  phase: tracked(choice(claimPhases)),
  storageClass: tracked(textOrNull()),
  accessModes: tracked(text()),
  requestedBytes: tracked(number()),
  capacityBytes: tracked(number()),
  volumeName: tracked(textOrNull()),
} as const;

export type ClaimState = StateOf<typeof claimFields>;
