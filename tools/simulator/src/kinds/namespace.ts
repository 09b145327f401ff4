import { AGE_COLUMN, column, type Kind, NAME_COLUMN } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { NamespaceRecord } from './object/records.ts';
import { ageText } from './object/text.ts';

export const namespaces: Kind<NamespaceRecord> = {
  resource: 'namespaces',
  kind: 'Namespace',
  group: '',
  isNamespaced: false,
  shortNames: ['ns'],
  storageVersionHash: 'Q3oi5N2YM8M=',
  writers: { object: 'kube-apiserver' },
  build(namespace, view) {
    const labels = { ...namespace.labels };
    return {
      metadata: metadataOf(namespace, { labels }, view),
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    };
  },
  labels: (namespace) => namespace.labels,
  field: (_namespace, path) => (path === 'status.phase' ? 'Active' : undefined),
  columns: [NAME_COLUMN, column('Status', 'The status of the namespace'), AGE_COLUMN],
  cells: (namespace, view) => [namespace.name, 'Active', ageText(view.nowSec - namespace.createdSec)],
};
