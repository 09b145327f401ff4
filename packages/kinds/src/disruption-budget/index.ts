import { rowOf } from '@gwanje/contract/definition/columns';
import { idSchema } from '@gwanje/contract/definition/fields';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import {
  choice,
  number,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { DisruptionBudgetRecord } from './record.ts';

/** Worst first. exhausted: no pod may be evicted; empty: the selector selects no pod. */
export const budgetStates = ['exhausted', 'empty', 'allows'] as const;
export type BudgetStatus = (typeof budgetStates)[number];

export const disruptionBudgetFields = {
  name: text(),
  namespace: text(),
  status: tracked(choice(budgetStates)),
  minAvailable: tracked(textOrNull()),
  maxUnavailable: tracked(textOrNull()),
  selector: tracked(textOrNull()),
  healthyCnt: number(),
  desiredCnt: tracked(number()),
  expectedCnt: number(),
  allowedCnt: tracked(number()),
  /** The workloads that it covers, as `Deployment/web`, comma-joined. */
  workloads: text(),
} as const;

export type DisruptionBudgetState = StateOf<typeof disruptionBudgetFields>;

export function disruptionBudgetState(record: DisruptionBudgetRecord): DisruptionBudgetState {
  const { allowedCnt, expectedCnt } = record;
  return {
    name: record.name,
    namespace: record.namespace,
    status: allowedCnt > 0 ? 'allows' : expectedCnt === 0 ? 'empty' : 'exhausted',
    minAvailable: record.minAvailable,
    maxUnavailable: record.maxUnavailable,
    selector: record.selector,
    healthyCnt: record.healthyCnt,
    desiredCnt: record.desiredCnt,
    expectedCnt,
    allowedCnt,
    workloads: record.workloads.map(({ kind, name }) => `${kind}/${name}`).join(','),
  };
}

export const DisruptionBudgetId = idSchema('DisruptionBudgetId');

export const disruptionBudgetColumns = {
  disruptionBudgetId: column.ownId(DisruptionBudgetId),
  ...column.clusterColumns,
  ...column.stateColumns(disruptionBudgetFields),
  ...column.watchColumns,
  ...column.lifeColumns,
} as const;

export const DisruptionBudgetRow = rowOf(disruptionBudgetColumns);
export type DisruptionBudgetRow = z.infer<typeof DisruptionBudgetRow>;

/** A PodDisruptionBudget. */
export const disruptionBudget = defineKind({
  key: 'disruptionBudget',
  plural: 'disruption-budgets',
  idName: 'disruptionBudgetId',
  labels: { ko: '중단 예산(PDB)', en: 'Disruption budget (PDB)' },
  icon: 'mdi-shield-half-full',
  abbreviation: 'PDB',
  tabs: ['summary'],
  kubectl: 'pdb',
  isOptional: true,
  sources: [
    {
      record: 'disruptionBudget',
      group: 'policy',
      version: 'v1',
      resource: 'poddisruptionbudgets',
      kubernetesKind: 'PodDisruptionBudget',
      nameUniqueIn: 'namespace',
    },
  ],
  record: DisruptionBudgetRecord,
  fields: disruptionBudgetFields,
  stateSchema: stateSchema(disruptionBudgetFields),
  state: disruptionBudgetState,
  detail: ({ workloads, conditions }: DisruptionBudgetRecord) => ({ workloadList: workloads, conditions }),
  columns: disruptionBudgetColumns,
  canBeExcluded: true,
  reads: [],
});
