import {
  type GroupBy,
  groupByOptions,
  type ObjectType,
  objectTypes,
  type SortBy,
  sortOptions,
} from '@gwanje/contract/dashboard/dashboard-options';
import { BoardId } from '@gwanje/contract/dashboard/wallboards';

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

type ViewOption = Readonly<Record<string, unknown>>;

/** The stored view option may have any shape. Entries that are not boards are ignored. */
export function namedBoards(viewOption: ViewOption | undefined) {
  return boardsIn(viewOption).map(({ id, name }) => ({ id, name: typeof name === 'string' ? name : id }));
}

/** The part of a user's view option that a wallboard shows: the selected boards and the rotation interval. */
export function onlyBoards(viewOption: ViewOption | undefined, boardIds: readonly string[]): ViewOption {
  const boards = boardsIn(viewOption).filter(({ id }) => boardIds.includes(id));
  const rotateSeconds = viewOption?.rotateSeconds;
  return { boards, ...(rotateSeconds !== undefined && { rotateSeconds }) };
}

type KeptBoard = ViewOption & { readonly id: string };

function boardsIn(viewOption: ViewOption | undefined): KeptBoard[] {
  const kept = viewOption?.boards;
  return Array.isArray(kept) ? kept.filter(isBoard) : [];
}

function isBoard(value: unknown): value is KeptBoard {
  return typeof value === 'object' && value !== null && 'id' in value && BoardId.safeParse(value.id).success;
}

export const defaultExpandOptions = { isStatusBoxExpand: true, isPlatformExpand: true, isAzureExpand: true };
export type ExpandOptions = Readonly<typeof defaultExpandOptions>;

/** The options stored in the session. A value that is not a boolean becomes the default. */
export function resolveExpandOptions(stored: unknown): ExpandOptions {
  const options = { ...defaultExpandOptions };
  for (const [key, value] of Object.entries(Object(stored)))
    if (Object.hasOwn(options, key) && typeof value === 'boolean')
      options[key as keyof ExpandOptions] = value;
  return options;
}
