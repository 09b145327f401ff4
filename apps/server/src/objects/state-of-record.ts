import type { InventoryRecord } from '@gwanje/contract/agent/inventory';
import { claimState } from './claim-state.ts';
import { namespaceState } from './namespace-state.ts';
import { nodeState } from './node-state.ts';
import { podState } from './pod-state.ts';
import type { StateKind, StateOfKind } from './states.ts';
import { volumeState } from './volume-state.ts';

export type RecordOfKind<Kind extends StateKind> = Extract<InventoryRecord, { kind: Kind }>;

const makers: { readonly [Kind in StateKind]: (record: RecordOfKind<Kind>) => StateOfKind[Kind] } = {
  node: nodeState,
  pod: podState,
  volume: volumeState,
  claim: claimState,
  namespace: namespaceState,
};

/** The state of a record whose kind is known to the compiler; workloads have none. */
export function stateOfRecord<Kind extends StateKind>(
  kind: Kind,
  record: RecordOfKind<Kind>,
): StateOfKind[Kind] {
  return makers[kind](record);
}
