import { groupByOptions, type ObjectType, sortOptions } from '@gwanje/contract/dashboard/dashboard-options';
import { groupByKey, sortByKey } from '@gwanje/domain/dashboard/options';
import type { Language } from '@gwanje/domain/i18n/language';
import { labelOf } from '@gwanje/domain/mappings/labels';

/** In the order of the status box: from clusters to containers. */
export const shownTypes = ['cluster', 'node', 'pod', 'container'] as const satisfies readonly ObjectType[];

export function groupChoices(objectType: ObjectType, language: Language) {
  return groupByOptions[objectType].map((value) => ({ value, label: labelOf(groupByKey(value), language) }));
}

export function sortChoices(objectType: ObjectType, language: Language) {
  return sortOptions[objectType].map((value) => ({ value, label: labelOf(sortByKey(value), language) }));
}
