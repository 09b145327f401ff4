import type { GroupBy, ObjectType, SortBy } from '@gwanje/contract/dashboard/dashboard-options';
import { parseIdText } from '../formats/id-text.ts';
import { asGroupBy, asObjectType, asSortBy, defaultSortBy } from './options.ts';

/**
 * `clusterList` has the selected hostIds. Empty while all are selected, so that new clusters are included.
 */
export interface DashboardConditions {
  readonly isAllCluster: boolean;
  readonly clusterList: readonly number[];
  readonly objectType: ObjectType;
  readonly groupBy: GroupBy;
  readonly sortBy: SortBy;
  /** An addition to the specified conditions: each group is one tile. False without a grouping. */
  readonly showsGroups: boolean;
}

export const defaultConditions: DashboardConditions = {
  isAllCluster: true,
  clusterList: [],
  objectType: 'pod',
  groupBy: 'none',
  sortBy: 'MON_RESULT',
  showsGroups: false,
};

export function withObjectType(conditions: DashboardConditions, objectType: ObjectType): DashboardConditions {
  return {
    ...conditions,
    objectType,
    groupBy: 'none',
    sortBy: defaultSortBy(objectType),
    showsGroups: false,
  };
}

export function withGroupBy(conditions: DashboardConditions, groupBy: GroupBy): DashboardConditions {
  return { ...conditions, groupBy, showsGroups: conditions.showsGroups && groupBy !== 'none' };
}

/** The selected hostIds among the existing ones, in the order of the list. */
export function selectedClusters(conditions: DashboardConditions, hostIds: readonly number[]): number[] {
  if (conditions.isAllCluster) return [...hostIds];
  const chosen = new Set(conditions.clusterList);
  return hostIds.filter((hostId) => chosen.has(hostId));
}

/** Clears the selection if any cluster is selected, otherwise selects all. */
export function toggleAllClusters(
  conditions: DashboardConditions,
  hostIds: readonly number[],
): DashboardConditions {
  const isAllCluster = selectedClusters(conditions, hostIds).length === 0;
  return { ...conditions, isAllCluster, clusterList: [] };
}

export function toggleCluster(
  conditions: DashboardConditions,
  hostId: number,
  hostIds: readonly number[],
): DashboardConditions {
  if (!hostIds.includes(hostId)) return conditions;
  const selected = new Set(selectedClusters(conditions, hostIds));
  if (!selected.delete(hostId)) selected.add(hostId);
  const isAllCluster = selected.size === new Set(hostIds).size;
  return {
    ...conditions,
    isAllCluster,
    clusterList: isAllCluster ? [] : hostIds.filter((id) => selected.has(id)),
  };
}

/**
 * Conditions in the URL take precedence over those of the session, and these over the defaults, field by
 * field. An invalid value is treated as absent. The session's grouping and order belong to its object type:
 * when the URL has another type, they are reset as on any change of type.
 */
export function resolveConditions(address: unknown, session: unknown): DashboardConditions {
  const fromAddress = fieldsOf(address);
  const fromSession = fieldsOf(session);
  const sessionType = asObjectType(fromSession.objectType);
  const objectType = asObjectType(fromAddress.objectType) ?? sessionType ?? defaultConditions.objectType;
  const kept: Fields = (sessionType ?? defaultConditions.objectType) === objectType ? fromSession : {};
  const clusters = clusterChoice(fromAddress) ?? clusterChoice(fromSession) ?? defaultConditions;
  const groupBy = asGroupBy(objectType, fromAddress.groupBy) ?? asGroupBy(objectType, kept.groupBy) ?? 'none';
  const showsGroups = asBoolean(fromAddress.showsGroups) ?? asBoolean(kept.showsGroups) ?? false;
  return {
    isAllCluster: clusters.isAllCluster,
    clusterList: clusters.clusterList,
    objectType,
    groupBy,
    showsGroups: showsGroups && groupBy !== 'none',
    sortBy:
      asSortBy(objectType, fromAddress.sortBy) ??
      asSortBy(objectType, kept.sortBy) ??
      defaultSortBy(objectType),
  };
}

type Fields = { readonly [Key in keyof DashboardConditions]?: unknown };
type ClusterChoice = Pick<DashboardConditions, 'isAllCluster' | 'clusterList'>;

function fieldsOf(source: unknown): Fields {
  return typeof source === 'object' && source !== null ? source : {};
}

// Both fields are one choice: the session's clusters must not be added to a URL that selects none.
function clusterChoice(fields: Fields): ClusterChoice | undefined {
  const isAllCluster = asBoolean(fields.isAllCluster);
  if (isAllCluster === true) return { isAllCluster, clusterList: [] };
  const clusterList = asIdList(fields.clusterList);
  if (clusterList !== undefined && clusterList.length > 0) return { isAllCluster: false, clusterList };
  const isListAbsent = fields.clusterList === undefined || clusterList !== undefined;
  return isAllCluster === false && isListAbsent ? { isAllCluster, clusterList: [] } : undefined;
}

function asBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

/**
 * Ids as an array or comma-joined. Invalid ids are dropped. Undefined when there was a value but no valid id.
 */
function asIdList(value: unknown): number[] | undefined {
  const members = Array.isArray(value) ? value : idTexts(value);
  if (members === undefined) return undefined;
  const ids = new Set<number>();
  for (const member of members) {
    const id = parseIdText(typeof member === 'number' ? String(member) : member);
    if (id !== undefined) ids.add(id);
  }
  return ids.size === 0 && members.length > 0 ? undefined : [...ids];
}

function idTexts(value: unknown): unknown[] | undefined {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') return undefined;
  return value === '' ? [] : value.split(',');
}
