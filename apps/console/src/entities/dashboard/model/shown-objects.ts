import type { DashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { monResults } from '@gwanje/contract/objects/object-states';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { groupByKey, objectTypeKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import type { TileData } from '@gwanje/ui/tile-map/layout/tile-data';
import type { TileColour } from '@gwanje/ui/tile-map/tile-class';
import type { Texts } from '#core/i18n/i18n.ts';
import { figureDomain } from './figures.ts';
import { stateDisplayOf } from './state-display.ts';

type Choice = Pick<DashboardConditions, 'objectType' | 'groupBy' | 'sortBy'>;

/** The data of the map and of the list beside it: a response with the conditions of its request. */
export interface ShownObjects {
  readonly data: TileData;
  readonly colour: TileColour;
  /** The monitoring results of the objects, also if the tiles show another state or a figure. */
  readonly monResults: Uint8Array;
  /** The values of the response: NaN if unknown, negative for a limit that is not set; a state is its index. */
  readonly values: Float32Array;
  /** About how many objects of the answer have not arrived yet. */
  readonly followingCnt: number;
}

/** Null if the value is unknown. */
export function valueAt(values: ArrayLike<number>, index: number): number | null {
  const value = values[index] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

export function shownObjects(answer: DashboardObjects, choice: Choice, texts: Texts): ShownObjects {
  const stateDisplay = stateDisplayOf(choice.sortBy);
  const figures = stateDisplay ? answer.value : answer.value.map(withoutUnset);
  const drawn = stateDisplay?.tileStates.map((state) => monResults.indexOf(state));
  const colour: TileColour = stateDisplay
    ? { by: 'state' }
    : { by: 'metric', ...figureDomain(choice.sortBy, figures) };
  return {
    data: {
      ids: answer.id,
      names: answer.name,
      groupOf: answer.group,
      groups: answer.groupList.map(({ id, name, cnt }, index) => ({
        id: id ?? `${name}#${index}`,
        name: name || groupName(choice, texts),
        count: cnt,
      })),
      monResults:
        drawn && choice.sortBy !== 'MON_RESULT'
          ? Uint8Array.from(answer.value, (value) => drawn[value] ?? UNKNOWN)
          : answer.monResult,
      values: figures,
      stale: answer.isStale,
    },
    colour,
    monResults: answer.monResult,
    values: answer.value,
    followingCnt: answer.followingCnt,
  };
}

/** The index of an unknown state. */
const UNKNOWN = monResults.length;

/** A percentage of a limit that is not set has no colour. */
function withoutUnset(value: number): number {
  return value >= 0 ? value : Number.NaN;
}

/** The name of the unnamed group: all objects, or the objects that belong to no group. */
function groupName({ objectType, groupBy }: Choice, { t, language }: Texts): string {
  return groupBy === 'none'
    ? t('dashboard.ungrouped', { objectType: labelOf(objectTypeKey(objectType), language) })
    : t('dashboard.noGroup', { groupBy: labelOf(groupByKey(groupBy), language) });
}
