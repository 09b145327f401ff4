import type { JsonObject, View } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { NamespaceRecord } from './object/records.ts';

export function buildNamespace(namespace: NamespaceRecord, view: View): JsonObject {
  const labels = { ...namespace.labels };
  return {
    metadata: metadataOf(namespace, { labels }, view),
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}
