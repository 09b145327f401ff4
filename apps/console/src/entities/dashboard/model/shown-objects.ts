import type { DashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { monResults } from '@gwanje/contract/objects/object-states';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { groupByKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import type { TileData } from '@gwanje/ui/tile-map/layout/tile-data';
import type { TileColour } from '@gwanje/ui/tile-map/tile-class';
import type { Texts } from '#core/i18n/i18n.ts';
import { figureDomain } from './figures.ts';
import {
  groupTiles,
  type Members,
  membersOf,
  type TileKind,
  tileKindName,
  tileKindOf,
} from './group-tiles.ts';
import { stateDisplayOf } from './state-display.ts';

type Choice = Pick<DashboardConditions, 'objectType' | 'groupBy' | 'sortBy' | 'showsGroups'>;

/** The data of the map and of the list beside it: a response with the conditions of its request. */
export interface ShownObjects {
  /** What the tiles are. A tile with a negative id has no page. */
  readonly tileKind: TileKind;
  readonly data: TileData;
  readonly colour: TileColour;
  /** The monitoring results of the tiles, also if they show another state or a figure. */
  readonly monResults: Uint8Array;
  /** The values of the tiles: NaN if unknown, negative for a limit that is not set; a state is its index. */
  readonly values: Float32Array;
  /** The number of objects that have arrived. */
  readonly objectCnt: number;
  /** About how many objects of the answer have not arrived yet. */
  readonly followingCnt: number;
  /** The objects of each tile, if a tile is a group. */
  readonly members: readonly Members[] | undefined;
}

/** Null if the value is unknown. */
export function valueAt(values: ArrayLike<number>, index: number): number | null {
  const value = values[index] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

export function shownObjects(answer: DashboardObjects, choice: Choice, texts: Texts): ShownObjects {
  const tileKind = tileKindOf(choice);
  const isGrouped = choice.groupBy !== 'none';
  const stateDisplay = stateDisplayOf(choice.sortBy);
  const names = { rest: restName(choice, texts), all: allName(tileKindName(choice, texts.language), texts) };
  const { answer: tiles, members } =
    isGrouped && choice.showsGroups
      ? groupTiles(answer, stateDisplay !== undefined, names)
      : { answer, members: undefined };
  const inGroups = isGrouped ? membersOf(tiles) : undefined;
  const figures = stateDisplay ? tiles.value : tiles.value.map(withoutUnset);
  const drawn = stateDisplay?.tileStates.map((state) => monResults.indexOf(state));
  const colour: TileColour = stateDisplay
    ? { by: 'state' }
    : { by: 'metric', ...figureDomain(choice.sortBy, figures) };
  return {
    tileKind,
    data: {
      ids: tiles.id,
      names: tiles.name,
      groupOf: tiles.group,
      groups: tiles.groupList.map(({ id, name, cnt }, index) => ({
        id: id ?? `${name}#${index}`,
        name: name || (isGrouped ? names.rest : names.all),
        count: cnt,
        ...(inGroups?.[index] && { states: inGroups[index].states }),
        hasPage: id !== null,
      })),
      monResults:
        drawn && choice.sortBy !== 'MON_RESULT'
          ? Uint8Array.from(tiles.value, (value) => drawn[value] ?? UNKNOWN)
          : tiles.monResult,
      values: figures,
      stale: tiles.isStale,
    },
    colour,
    monResults: tiles.monResult,
    values: tiles.value,
    objectCnt: answer.id.length,
    followingCnt: answer.followingCnt,
    members,
  };
}

/** The index of an unknown state. */
const UNKNOWN = monResults.length;

/** A percentage of a limit that is not set has no colour. */
function withoutUnset(value: number): number {
  return value >= 0 ? value : Number.NaN;
}

function allName(objectType: string, { t }: Texts): string {
  return t('dashboard.ungrouped', { objectType });
}

/** The objects that belong to no group. */
function restName({ groupBy }: Choice, { t, language }: Texts): string {
  return t('dashboard.noGroup', { groupBy: labelOf(groupByKey(groupBy), language) });
}
