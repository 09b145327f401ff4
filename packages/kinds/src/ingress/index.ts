import { rowOf } from '@gwanje/contract/definition/columns';
import { idSchema } from '@gwanje/contract/definition/fields';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import { flag, number, type StateOf, stateSchema, text, textOrNull, tracked } from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { IngressRecord } from './record.ts';

export const ingressFields = {
  name: text(),
  namespace: text(),
  className: tracked(textOrNull()),
  /** Comma-joined; `*` for a rule without a host. */
  hosts: tracked(text()),
  hasTls: tracked(flag()),
  addresses: tracked(textOrNull()),
  pathCnt: tracked(number()),
  /** Names of the services that it leads to, comma-joined. */
  services: tracked(text()),
} as const;

export type IngressState = StateOf<typeof ingressFields>;

export function ingressState(record: IngressRecord): IngressState {
  const { paths, addresses } = record;
  return {
    name: record.name,
    namespace: record.namespace,
    className: record.className,
    hosts: distinct(paths.map(({ host }) => host ?? '*')),
    hasTls: record.hasTls,
    addresses: addresses.length === 0 ? null : addresses.join(','),
    pathCnt: paths.length,
    services: distinct(paths.flatMap(({ serviceName }) => serviceName ?? [])),
  };
}

function distinct(texts: readonly string[]): string {
  return [...new Set(texts)].join(',');
}

export const IngressId = idSchema('IngressId');

export const ingressColumns = {
  ingressId: column.ownId(IngressId),
  ...column.clusterColumns,
  ...column.stateColumns(ingressFields),
  /** Services that it leads to and that are missing or have no ready endpoint. Null: unknown. */
  failingCnt: column.computed(number()),
  ...column.lifeColumns,
} as const;

export const IngressRow = rowOf(ingressColumns);
export type IngressRow = z.infer<typeof IngressRow>;

export const ingress = defineKind({
  key: 'ingress',
  plural: 'ingresses',
  idName: 'ingressId',
  labels: { ko: '인그레스', en: 'Ingress' },
  icon: 'mdi-arrow-decision-outline',
  tabs: ['summary'],
  kubectl: 'ingress',
  isOptional: true,
  sources: [
    {
      record: 'ingress',
      group: 'networking.k8s.io',
      version: 'v1',
      resource: 'ingresses',
      kubernetesKind: 'Ingress',
      nameUniqueIn: 'namespace',
    },
  ],
  record: IngressRecord,
  fields: ingressFields,
  stateSchema: stateSchema(ingressFields),
  state: ingressState,
  detail: ({ labels, tlsHosts, paths }: IngressRecord) => ({
    labels,
    tlsHostList: tlsHosts,
    pathList: paths,
  }),
  columns: ingressColumns,
  reads: ['service'],
});
