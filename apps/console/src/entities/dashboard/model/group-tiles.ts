import type { DashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import type { GroupBy, ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import { monResults } from '@gwanje/contract/objects/object-states';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { groupByKey, objectTypeKey } from '@gwanje/domain/dashboard/options';
import type { Language } from '@gwanje/domain/i18n/language';
import { labelOf } from '@gwanje/domain/mappings/labels';

export type GroupKind = Exclude<GroupBy, 'none'>;
/** What one tile is: an object, or a group of objects. */
export type TileKind = ObjectType | GroupKind;

type Choice = Pick<DashboardConditions, 'objectType' | 'groupBy' | 'showsGroups'>;

export function tileKindOf({ objectType, groupBy, showsGroups }: Choice): TileKind {
  return showsGroups && groupBy !== 'none' ? groupBy : objectType;
}

export function tileKindName(choice: Choice, language: Language): string {
  const { objectType, groupBy } = choice;
  return labelOf(tileKindOf(choice) === groupBy ? groupByKey(groupBy) : objectTypeKey(objectType), language);
}

/** The objects of a group. */
export interface Members {
  readonly cnt: number;
  /** By state, in the order of `monResults`. */
  readonly states: Uint32Array;
}

export function membersOf({
  groupList,
  group,
  monResult,
}: Pick<DashboardObjects, 'groupList' | 'group' | 'monResult'>): readonly Members[] {
  const members = groupList.map(({ cnt }) => ({ cnt, states: new Uint32Array(monResults.length) }));
  for (let at = 0; at < group.length; at++) {
    const states = members[group[at] ?? -1]?.states;
    const state = monResult[at] ?? 0;
    if (states) states[state] = (states[state] ?? 0) + 1;
  }
  return members;
}

/** An answer whose tiles may be groups. A negative id: the group has no page. */
export type TileAnswer = Omit<DashboardObjects, 'id'> & { readonly id: ArrayLike<number> };

interface GroupTiles {
  readonly answer: TileAnswer;
  /** Of each tile. */
  readonly members: readonly Members[];
}

interface RestNames {
  /** Of the tile for the objects without a group. */
  readonly rest: string;
  /** Of all groups, when they have no parent. */
  readonly all: string;
}

/**
 * One tile for each group. It shows the value of its first object, which is the worst or the largest one, and
 * the worst state of all. Workloads are grouped by namespace, namespaces and nodes by cluster: by the part of
 * their name before the last slash, which Kubernetes' names do not contain.
 */
export function groupTiles(answer: DashboardObjects, isStateSort: boolean, names: RestNames): GroupTiles {
  const members = membersOf(answer);
  const tiles = tilesOf(answer, members, names);
  const places = new Map<string, number>();
  for (const { parent } of tiles) if (!places.has(parent)) places.set(parent, places.size);
  const placed = tiles.map((tile) => ({
    ...tile,
    place: places.get(tile.parent) ?? 0,
    key: Number.isNaN(tile.value) ? Number.MAX_VALUE : isStateSort ? tile.value : -tile.value,
  }));
  placed.sort((a, b) => a.place - b.place || a.key - b.key || b.members.cnt - a.members.cnt);
  const groupList: { id: null; name: string; cnt: number }[] = [];
  for (const { place, parent } of placed) {
    groupList[place] ??= { id: null, name: parent, cnt: 0 };
    groupList[place].cnt++;
  }
  return {
    members: placed.map((tile) => tile.members),
    answer: {
      ...answer,
      groupList,
      id: placed.map(({ id }) => id),
      name: placed.map(({ name }) => name),
      group: Uint32Array.from(placed, ({ place }) => place),
      value: Float32Array.from(placed, ({ value }) => value),
      monResult: Uint8Array.from(placed, ({ worst }) => worst),
      isStale: Uint8Array.from(placed, ({ isStale }) => isStale),
    },
  };
}

/** In the order of the answer. The objects without a group are a tile in a place of its own. */
function tilesOf(
  { groupList, value, isStale }: DashboardObjects,
  members: readonly Members[],
  names: RestNames,
) {
  let first = 0;
  return groupList.flatMap(({ id, name, cnt }, index) => {
    const own = members[index];
    const at = first;
    first += cnt;
    if (own === undefined || cnt === 0) return [];
    const slash = name.lastIndexOf('/');
    return {
      id: id ?? -1 - index,
      name: name.slice(slash + 1) || names.rest,
      parent: name === '' ? names.rest : name.slice(0, Math.max(0, slash)) || names.all,
      members: own,
      value: value[at] ?? Number.NaN,
      worst: own.states.findIndex((some) => some > 0),
      isStale: isStale[at] ?? 0,
    };
  });
}
