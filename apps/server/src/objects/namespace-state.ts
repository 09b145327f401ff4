import type { NamespaceRecord } from '@gwanje/contract/agent/inventory';
import type { NamespaceState } from './states.ts';

export function namespaceState(record: NamespaceRecord): NamespaceState {
  return { name: record.name, phase: record.phase };
}
