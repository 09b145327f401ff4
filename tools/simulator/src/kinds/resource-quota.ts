import type { JsonObject, View } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { Amounts, ResourceQuotaRecord } from './object/records.ts';
import { bytesText, cpuText } from './object/text.ts';

export function buildResourceQuota(quota: ResourceQuotaRecord, view: View): JsonObject {
  const spec = { hard: quantities(quota.hard) };
  const status = { hard: quantities(quota.hard), used: quantities(quota.used) };
  return { metadata: metadataOf(quota, {}, view), spec, status };
}

function quantityText(resource: string, amount: number): string {
  if (resource.endsWith('cpu')) return cpuText(amount);
  return resource.endsWith('memory') || resource.endsWith('storage') ? bytesText(amount) : String(amount);
}

function quantities(amounts: Amounts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(amounts).map(([resource, amount]) => [resource, quantityText(resource, amount)]),
  );
}
