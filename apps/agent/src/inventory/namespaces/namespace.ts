import { parseQuantity } from '@gwanje/kinds/definition/quantity';
import { type Limit, MAX_LIMITS, type NamespaceRecord } from '@gwanje/kinds/namespace/record';
import { z } from 'zod';
import { Metadata, OptionalText, Quantities } from '../raw.ts';
import { labelsOf, shortText } from '../shared.ts';
import { JoinedObjects } from './joined-objects.ts';

const RawNamespace = z.object({ metadata: Metadata, status: z.object({ phase: OptionalText }).nullish() });

/** The record without its limits, which `limitRanges` adds. */
export function normaliseNamespace(object: unknown): NamespaceRecord {
  const { metadata, status } = RawNamespace.parse(object);
  return {
    kind: 'namespace',
    uid: metadata.uid,
    name: metadata.name,
    createdAt: metadata.creationTimestamp,
    phase: shortText(status?.phase),
    labels: labelsOf(metadata.labels),
    limits: null,
  };
}

const RawLimitRange = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z.object({
    limits: z.array(
      z.object({
        type: z.string(),
        min: Quantities,
        max: Quantities,
        default: Quantities,
        defaultRequest: Quantities,
        maxLimitRequestRatio: Quantities,
      }),
    ),
  }),
});

function limitsOf(object: unknown): Limit[] {
  const { metadata, spec } = RawLimitRange.parse(object);
  return spec.limits.flatMap(({ type, min, max, default: limits, defaultRequest, maxLimitRequestRatio }) => {
    const given = [min, max, limits, defaultRequest, maxLimitRequestRatio];
    const names = new Set(given.flatMap((amounts) => Object.keys(amounts ?? {})));
    const amount = (amounts: z.output<typeof Quantities>, resource: string) => {
      const text = amounts?.[resource];
      return text === undefined ? null : parseQuantity(text);
    };
    return [...names].sort().map((resource) => ({
      limitRangeName: metadata.name,
      type: shortText(type),
      resource: shortText(resource),
      min: amount(min, resource),
      max: amount(max, resource),
      defaultLimit: amount(limits, resource),
      defaultRequest: amount(defaultRequest, resource),
      maxRatio: amount(maxLimitRequestRatio, resource),
    }));
  });
}

/** Adds limit ranges to the records of their namespaces. */
export function limitRanges(): JoinedObjects<NamespaceRecord, Limit[]> {
  return new JoinedObjects({
    keyOf: ({ name }) => name,
    read: (object) => {
      const { metadata } = RawLimitRange.parse(object);
      return { key: metadata.namespace, part: limitsOf(object) };
    },
    join: (namespace, parts) => ({
      ...namespace,
      limits:
        parts
          ?.flat()
          .toSorted((a, b) => (a.limitRangeName < b.limitRangeName ? -1 : 1))
          .slice(0, MAX_LIMITS) ?? null,
    }),
  });
}
