import { MAX_QUOTAS, type NamespaceRecord, type Quota } from '@gwanje/kinds/namespace/record';
import { z } from 'zod';
import { parseQuantity } from './quantity.ts';
import { Metadata, OptionalText, Quantities } from './raw.ts';
import { labelsOf, shortText } from './shared.ts';

const RawNamespace = z.object({ metadata: Metadata, status: z.object({ phase: OptionalText }).nullish() });

/** The record without its quotas, which `NamespaceQuotas` adds. */
export function normaliseNamespace(object: unknown): NamespaceRecord {
  const { metadata, status } = RawNamespace.parse(object);
  return {
    kind: 'namespace',
    uid: metadata.uid,
    name: metadata.name,
    createdAt: metadata.creationTimestamp,
    phase: shortText(status?.phase),
    labels: labelsOf(metadata.labels),
    quotas: null,
  };
}

const RawQuota = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  status: z.object({ hard: Quantities, used: Quantities }).nullish(),
});

function normaliseQuota(object: unknown): { uid: string; namespace: string; quotas: Quota[] } {
  const { metadata, status } = RawQuota.parse(object);
  // A quantity that cannot be read is left out: a limit of 0 would look like a full quota.
  const quotas = Object.entries(status?.hard ?? {}).flatMap(([resource, text]) => {
    const hard = parseQuantity(text);
    const used = parseQuantity(status?.used?.[resource] ?? '0');
    return hard === null || used === null
      ? []
      : [{ quotaName: metadata.name, resource: shortText(resource), hard, used }];
  });
  return { uid: metadata.uid, namespace: metadata.namespace, quotas };
}

/** Adds resource quotas to the records of their namespaces. Both arrive from separate watches. */
export class NamespaceQuotas {
  readonly #namespaces = new Map<string, NamespaceRecord>();
  readonly #quotas = new Map<string, ReturnType<typeof normaliseQuota>>();
  /** False until the quotas were listed once. Until then they are unknown. */
  #isListed = false;

  join(namespace: NamespaceRecord): NamespaceRecord {
    this.#namespaces.set(namespace.name, namespace);
    return { ...namespace, quotas: this.#isListed ? this.#quotasOf(namespace.name) : null };
  }

  forget(uid: string): void {
    for (const [name, namespace] of this.#namespaces)
      if (namespace.uid === uid) this.#namespaces.delete(name);
  }

  /** Returns the namespaces to send again. */
  upsert(object: unknown): NamespaceRecord[] {
    const quota = normaliseQuota(object);
    this.#quotas.set(quota.uid, quota);
    return this.#joined(quota.namespace);
  }

  remove(uid: string): NamespaceRecord[] {
    const quota = this.#quotas.get(uid);
    this.#quotas.delete(uid);
    return quota === undefined ? [] : this.#joined(quota.namespace);
  }

  /** Drops the quotas that a complete listing lacks. Returns the namespaces to send again. */
  keepOnly(uids: ReadonlySet<string>): NamespaceRecord[] {
    for (const uid of this.#quotas.keys()) if (!uids.has(uid)) this.#quotas.delete(uid);
    this.#isListed = true;
    return [...this.#namespaces.values()].map((namespace) => this.join(namespace));
  }

  #joined(name: string): NamespaceRecord[] {
    const namespace = this.#namespaces.get(name);
    return namespace === undefined ? [] : [this.join(namespace)];
  }

  #quotasOf(namespace: string): Quota[] {
    const own = [...this.#quotas.values()].filter((quota) => quota.namespace === namespace);
    const rows = own.flatMap(({ quotas }) => quotas);
    rows.sort((a, b) => compare(a.quotaName, b.quotaName) || compare(a.resource, b.resource));
    return rows.slice(0, MAX_QUOTAS);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
