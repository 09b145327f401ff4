import { AGE_COLUMN, column, type Kind, NAME_COLUMN } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { Amounts, ResourceQuotaRecord } from './object/records.ts';
import { ageText, bytesText, cpuText } from './object/text.ts';

export const resourcequotas: Kind<ResourceQuotaRecord> = {
  resource: 'resourcequotas',
  kind: 'ResourceQuota',
  group: '',
  isNamespaced: true,
  shortNames: ['quota'],
  storageVersionHash: '8uhSgffRX6w=',
  writers: { object: 'kubectl-create', status: 'kube-controller-manager' },
  build(quota, view) {
    const spec = { hard: quantities(quota.hard) };
    const status = { hard: quantities(quota.hard), used: quantities(quota.used) };
    return { metadata: metadataOf(quota, {}, view), spec, status };
  },
  labels: () => undefined,
  field: () => undefined,
  columns: [
    NAME_COLUMN,
    column('Request', 'Request represents a minimum amount of cpu/memory that a container may consume.'),
    column('Limit', 'Limits control the maximum amount of cpu/memory that a container may use.'),
    AGE_COLUMN,
  ],
  cells: (quota, view) => [
    quota.name,
    usesText(quota, (resource) => !resource.startsWith('limits.')),
    usesText(quota, (resource) => resource.startsWith('limits.')),
    ageText(view.nowSec - quota.createdSec),
  ],
};

function quantityText(resource: string, amount: number): string {
  if (resource.endsWith('cpu')) return cpuText(amount);
  return resource.endsWith('memory') || resource.endsWith('storage') ? bytesText(amount) : String(amount);
}

function quantities(amounts: Amounts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(amounts).map(([resource, amount]) => [resource, quantityText(resource, amount)]),
  );
}

function usesText({ hard, used }: ResourceQuotaRecord, isShown: (resource: string) => boolean): string {
  return Object.keys(hard)
    .filter(isShown)
    .map((resource) => {
      const [use, limit] = [used[resource] ?? 0, hard[resource] ?? 0];
      return `${resource}: ${quantityText(resource, use)}/${quantityText(resource, limit)}`;
    })
    .join(', ');
}
