import type { PlainKey } from '#core/i18n/i18n.ts';
import { containerList } from './container-list.ts';
import { nodeList } from './node-list.ts';
import { podList } from './pod-list.ts';

type FieldLabels = Readonly<Record<string, PlainKey>>;

/** The labels of the fields of a kind: those of its list columns. */
export function labelsOf(list: {
  readonly columns: readonly { readonly id: string; readonly label: PlainKey }[];
}): FieldLabels {
  return Object.fromEntries(list.columns.map(({ id, label }) => [id, label]));
}

/** The labels of the kinds with metrics. The changes of a pod also name the fields of its containers. */
export const sampledLabels: FieldLabels = {
  ...labelsOf(nodeList),
  ...labelsOf(podList),
  ...labelsOf(containerList),
};
