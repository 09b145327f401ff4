import {
  type GroupBy,
  groupByOptions,
  type ObjectType,
  objectTypes,
  type SortBy,
  sortOptions,
} from '@gwanje/contract/dashboard/dashboard-options';

export function objectTypeKey(objectType: ObjectType): `objectType.${ObjectType}` {
  return `objectType.${objectType}`;
}

export function sortByKey(sortBy: SortBy): `sortBy.${SortBy}` {
  return `sortBy.${sortBy}`;
}

export function groupByKey(groupBy: GroupBy): `groupBy.${GroupBy}` {
  return `groupBy.${groupBy}`;
}

/** The default order of a type. Containers have no alarms, so they are ordered by usage. */
export function defaultSortBy(objectType: ObjectType): SortBy {
  return objectType === 'container' ? 'CPU_USED_CORE' : 'MON_RESULT';
}

export function asObjectType(value: unknown): ObjectType | undefined {
  return objectTypes.find((objectType) => objectType === value);
}

export function asSortBy(objectType: ObjectType, value: unknown): SortBy | undefined {
  return sortOptions[objectType].find((sortBy) => sortBy === value);
}

export function asGroupBy(objectType: ObjectType, value: unknown): GroupBy | undefined {
  return groupByOptions[objectType].find((groupBy) => groupBy === value);
}
