import { type JsonObject, metadataOf } from './object/kind.ts';
import type { Amounts, LimitRangeRecord, NamespaceRecord, ResourceQuotaRecord } from './object/records.ts';
import { bytesText, cpuText } from './object/text.ts';

export function buildNamespace(namespace: NamespaceRecord, seed: number): JsonObject {
  return { metadata: metadataOf(namespace, seed, namespace), status: { phase: 'Active' } };
}

export function buildResourceQuota(quota: ResourceQuotaRecord, seed: number): JsonObject {
  const status = { hard: quantities(quota.hard), used: quantities(quota.used) };
  return { metadata: metadataOf(quota, seed), status };
}

export function buildLimitRange(range: LimitRangeRecord, seed: number): JsonObject {
  const limit = {
    type: 'Container',
    max: quantities(range.max),
    min: quantities(range.min),
    default: quantities(range.defaultLimit),
    defaultRequest: quantities(range.defaultRequest),
  };
  return { metadata: metadataOf(range, seed), spec: { limits: [limit] } };
}

function quantities(amounts: Amounts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(amounts).map(([resource, amount]) => [resource, quantityText(resource, amount)]),
  );
}

function quantityText(resource: string, amount: number): string {
  if (resource.endsWith('cpu')) return cpuText(amount);
  return resource.endsWith('memory') ? bytesText(amount) : String(amount);
}
