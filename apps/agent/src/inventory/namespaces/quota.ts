import { parseQuantity } from '@gwanje/kinds/definition/quantity';
import { MAX_QUOTA_RESOURCES, type QuotaRecord } from '@gwanje/kinds/quota/record';
import { z } from 'zod';
import { Metadata, Quantities } from '../raw.ts';
import { shortText } from '../shared.ts';

const MAX_SCOPES = 20;

const RawQuota = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z.object({ scopes: z.array(z.string()).nullish() }).nullish(),
  status: z.object({ hard: Quantities, used: Quantities }).nullish(),
});

export function normaliseQuota(object: unknown): QuotaRecord {
  const { metadata, spec, status } = RawQuota.parse(object);
  // A quantity that cannot be read is left out: a limit of 0 would look like a full quota.
  const resources = Object.entries(status?.hard ?? {}).flatMap(([resource, text]) => {
    const hard = parseQuantity(text);
    const used = parseQuantity(status?.used?.[resource] ?? '0');
    return hard === null || used === null ? [] : [{ resource: shortText(resource), hard, used }];
  });
  resources.sort((a, b) => (a.resource < b.resource ? -1 : 1));
  return {
    kind: 'quota',
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    scopes: (spec?.scopes ?? []).slice(0, MAX_SCOPES).map(shortText),
    resources: resources.slice(0, MAX_QUOTA_RESOURCES),
  };
}
