import type { PlainKey } from '#core/i18n/i18n.ts';
import { containerList } from './container-list.ts';
import { namespaceList } from './namespace-list.ts';
import { nodeList } from './node-list.ts';
import { podList } from './pod-list.ts';
import { workloadList } from './workload-list.ts';

/** The labels of the fields of objects: those of their list columns. */
export const fieldLabels: Readonly<Record<string, PlainKey>> = Object.fromEntries(
  [namespaceList, workloadList, nodeList, podList, containerList].flatMap(({ columns }) =>
    columns.map(({ id, label }) => [id, label]),
  ),
);
