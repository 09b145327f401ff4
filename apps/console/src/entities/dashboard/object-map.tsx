import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import { monResults as monResultCodes } from '@gwanje/contract/objects/object-states';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { groupByKey, objectTypeKey, sortByKey } from '@gwanje/domain/dashboard/options';
import { formatCountOf, formatNumber } from '@gwanje/domain/formats/numbers';
import { labelOf, monResultKey } from '@gwanje/domain/mappings/labels';
import type { TileGroup } from '@gwanje/ui/tile-map/layout/tile-data';
import type { MapPosition } from '@gwanje/ui/tile-map/map-position';
import { TileMap, type TileMapTexts } from '@gwanje/ui/tile-map/tile-map';
import { ScaleLegend, StateLegend } from '@gwanje/ui/tile-map/tile-map-legend';
import { useMemo } from 'react';
import { type Texts, useTexts } from '#core/i18n/i18n.ts';
import { figureEndText, figureText } from './model/figures.ts';
import { type Members, type TileKind, tileKindName } from './model/group-tiles.ts';
import { type ShownObjects, valueAt } from './model/shown-objects.ts';
import { stateDisplayOf } from './model/state-display.ts';
import { ObjectCard } from './object-card.tsx';

interface ObjectMapProps {
  readonly conditions: DashboardConditions;
  readonly objects: ShownObjects;
  readonly label: string;
  /** Opens the page of a tile, or of a group by its header. */
  readonly onOpen: (kind: TileKind, id: number) => void;
  readonly position?: MapPosition | undefined;
  readonly onPosition?: ((position: MapPosition | undefined) => void) | undefined;
}

/** Draws every object of a response, or every group, as a tile. Fills its container, which must have a height. */
export function ObjectMap({ conditions, objects, label, onOpen, position, onPosition }: ObjectMapProps) {
  const { t, language } = useTexts();
  const { objectType, groupBy, sortBy } = conditions;
  const { tileKind, data, colour, monResults, values, members } = objects;
  const sortName = labelOf(sortByKey(sortBy), language);

  const texts = useMemo<TileMapTexts>(() => {
    const count = (amount: number) => formatCountOf('object', amount, language);
    return {
      label,
      keys: [t('dashboard.mapKeys'), ...(groupBy === 'none' ? [] : [t('dashboard.mapGroupKeys')])].join(' '),
      summary: (counts, totalCnt) =>
        t('dashboard.mapSummary', {
          total: count(totalCnt),
          critical: count(counts.critical),
          warning: count(counts.warning),
          stale: count(counts.stale),
          normal: count(counts.normal),
          unmonitored: count(counts.unmonitored),
        }),
      groupNotes: (group) => groupNotes(group, { t, language }),
      zoomIn: t('dashboard.zoomIn'),
      zoomOut: t('dashboard.zoomOut'),
      resetZoom: t('dashboard.resetZoom'),
    };
  }, [t, language, label, groupBy]);

  const textAt = (index: number) => figureText(sortBy, valueAt(values, index), { t, language });
  const stateAt = (index: number) =>
    stateDisplayOf('MON_RESULT')?.name(monResults[index] ?? -1, { t, language }) ?? '';

  return (
    <TileMap
      data={data}
      colour={colour}
      texts={texts}
      position={position}
      onPosition={onPosition}
      describe={(index) =>
        [
          data.names[index],
          stateAt(index),
          sortBy === 'MON_RESULT' ? '' : `${sortName} ${textAt(index)}`,
          members?.[index] && memberText(objectType, members[index], { t, language }),
        ]
          .filter(Boolean)
          .join(', ')
      }
      onOpen={(index) => {
        const id = data.ids[index];
        if (id !== undefined && id > 0) onOpen(tileKind, id);
      }}
      onOpenGroup={(place) => {
        const id = data.groups[place]?.id;
        if (groupBy !== 'none' && typeof id === 'number') onOpen(groupBy, id);
      }}
      renderCard={(index) => {
        const id = data.ids[index];
        return (
          id !== undefined && (
            <ObjectCard
              kind={tileKind}
              id={id}
              name={data.names[index] ?? ''}
              monResult={monResults[index] ?? -1}
              sortValue={{ label: sortName, text: textAt(index) }}
              members={members?.[index] && { objectType, ...members[index] }}
            />
          )
        );
      }}
    />
  );
}

/** The number of tiles in a group, and after it how many of them are in a state that needs attention. */
function groupNotes({ count, states }: TileGroup, { language }: Texts): string[] {
  const cnt = formatCountOf('object', count, language);
  const bad = badStates.flatMap((state) => {
    const some = states?.[monResultCodes.indexOf(state)] ?? 0;
    return some > 0 ? [`${labelOf(monResultKey(state), language)} ${formatNumber(some)}`] : [];
  });
  return bad.length > 0 ? [[cnt, ...bad].join(' · '), cnt] : [cnt];
}

const badStates = ['critical', 'warning', 'stale'] as const;

function memberText(objectType: ObjectType, { cnt }: Members, { language }: Texts): string {
  return `${labelOf(objectTypeKey(objectType), language)} ${formatCountOf('object', cnt, language)}`;
}

/** The title of the map: what its tiles are. */
export function mapTitle(
  conditions: Pick<DashboardConditions, 'objectType' | 'groupBy' | 'showsGroups'>,
  { t, language }: Texts,
): string {
  return t('dashboard.map', { objectType: tileKindName(conditions, language) });
}

/** How many objects there are or have arrived so far, and what they are grouped and coloured by. */
export function mapNote(
  { objectType, groupBy, sortBy }: DashboardConditions,
  { data, objectCnt, followingCnt, members }: ShownObjects,
  { t, language }: Texts,
): string {
  const shownCnt = formatCountOf('object', objectCnt, language);
  const allCnt = formatCountOf('object', objectCnt + followingCnt, language);
  const cnt = followingCnt === 0 ? shownCnt : t('dashboard.mapPartial', { shownCnt, allCnt });
  const sortName = labelOf(sortByKey(sortBy), language);
  if (members)
    return t(stateDisplayOf(sortBy) ? 'dashboard.mapNoteWorst' : 'dashboard.mapNoteLargest', {
      groupCnt: formatCountOf('object', data.ids.length, language),
      objectType: labelOf(objectTypeKey(objectType), language),
      cnt,
      sortBy: sortName,
    });
  return groupBy === 'none'
    ? t('dashboard.mapNote', { cnt, sortBy: sortName })
    : t('dashboard.mapNoteGrouped', {
        cnt,
        groupBy: labelOf(groupByKey(groupBy), language),
        sortBy: sortName,
      });
}

export function MapLegend({ conditions, objects }: Pick<ObjectMapProps, 'conditions' | 'objects'>) {
  const { t, language } = useTexts();
  const { sortBy } = conditions;
  const { colour } = objects;
  if (colour.by === 'state') {
    const texts = stateDisplayOf(sortBy)?.legend({ t, language });
    return texts && <StateLegend label={t('dashboard.legend')} texts={texts} />;
  }
  return (
    <ScaleLegend
      label={t('dashboard.legend')}
      minText="0"
      maxText={figureEndText(sortBy, colour.max)}
      staleText={t('dashboard.collectionStopped')}
      unknownText={t('dashboard.noValue')}
    />
  );
}
