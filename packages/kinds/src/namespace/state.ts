import type { NamespaceState } from './fields.ts';
import type { NamespaceRecord } from './record.ts';

export function namespaceState(record: NamespaceRecord): NamespaceState {
  return { name: record.name, phase: record.phase };
}
