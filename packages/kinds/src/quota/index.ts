import { rowOf } from '@gwanje/contract/definition/columns';
import { idSchema } from '@gwanje/contract/definition/fields';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import {
  number,
  numberOrNull,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { QuotaRecord, type QuotaResource } from './record.ts';

export const quotaFields = {
  name: text(),
  namespace: text(),
  /** The highest use of its resources, in % of the hard limit; null: it limits nothing. */
  usedPercent: tracked(numberOrNull()),
  /** The resource with the highest use. */
  topResource: textOrNull(),
  resourceCnt: tracked(number()),
  scopes: tracked(text()),
} as const;

export type QuotaState = StateOf<typeof quotaFields>;

export function quotaState({ name, namespace, resources, scopes }: QuotaRecord): QuotaState {
  const most = resources.reduce<QuotaResource | null>(
    (most, one) => (most === null || usedPercent(one) > usedPercent(most) ? one : most),
    null,
  );
  return {
    name,
    namespace,
    usedPercent: most && usedPercent(most),
    topResource: most?.resource ?? null,
    resourceCnt: resources.length,
    scopes: scopes.join(','),
  };
}

/** With one decimal. A limit of 0 forbids the resource: it is full as soon as anything is used. */
function usedPercent({ hard, used }: QuotaResource): number {
  if (hard > 0) return Math.round((used / hard) * 1000) / 10;
  return used > 0 ? 100 : 0;
}

export const QuotaId = idSchema('QuotaId');

export const quotaColumns = {
  quotaId: column.ownId(QuotaId),
  ...column.clusterColumns,
  ...column.stateColumns(quotaFields),
  ...column.watchColumns,
  ...column.lifeColumns,
} as const;

export const QuotaRow = rowOf(quotaColumns);
export type QuotaRow = z.infer<typeof QuotaRow>;

/** A ResourceQuota. */
export const quota = defineKind({
  key: 'quota',
  plural: 'quotas',
  idName: 'quotaId',
  labels: { ko: '할당량(Quota)', en: 'Quota' },
  icon: 'mdi-gauge',
  tabs: ['summary'],
  kubectl: 'resourcequota',
  isOptional: true,
  sources: [
    {
      record: 'quota',
      group: '',
      version: 'v1',
      resource: 'resourcequotas',
      kubernetesKind: 'ResourceQuota',
      nameUniqueIn: 'namespace',
    },
  ],
  record: QuotaRecord,
  fields: quotaFields,
  stateSchema: stateSchema(quotaFields),
  state: quotaState,
  detail: ({ resources }: QuotaRecord) => ({ resourceList: resources }),
  columns: quotaColumns,
  canBeExcluded: true,
  reads: [],
});
