import type { NamespaceState } from './fields.ts';
import type { NamespaceRecord, Quota } from './record.ts';

export function namespaceState({ name, phase, quotas }: NamespaceRecord): NamespaceState {
  const most = (quotas ?? []).reduce<Quota | null>(
    (most, quota) => (most === null || usedPercent(quota) > usedPercent(most) ? quota : most),
    null,
  );
  return {
    name,
    phase,
    quotaCnt: quotas === null ? null : new Set(quotas.map(({ quotaName }) => quotaName)).size,
    quotaUsedPercent: most && usedPercent(most),
    quotaResource: most?.resource ?? null,
  };
}

/** With one decimal. A limit of 0 forbids the resource: it is full as soon as anything is used. */
function usedPercent({ hard, used }: Quota): number {
  if (hard > 0) return Math.round((used / hard) * 1000) / 10;
  return used > 0 ? 100 : 0;
}
