import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { groupByKey, objectTypeKey, sortByKey } from '@gwanje/domain/dashboard/options';
import { formatCountOf } from '@gwanje/domain/formats/numbers';
import { labelOf } from '@gwanje/domain/mappings/labels';
import type { MapPosition } from '@gwanje/ui/tile-map/map-position';
import { TileMap, type TileMapTexts } from '@gwanje/ui/tile-map/tile-map';
import { ScaleLegend, StateLegend } from '@gwanje/ui/tile-map/tile-map-legend';
import { useMemo } from 'react';
import { type Texts, useTexts } from '#core/i18n/i18n.ts';
import { figureEndText, figureText } from './model/figures.ts';
import { type ShownObjects, valueAt } from './model/shown-objects.ts';
import { stateDisplayOf } from './model/state-display.ts';
import { ObjectCard } from './object-card.tsx';

interface ObjectMapProps {
  readonly conditions: DashboardConditions;
  readonly objects: ShownObjects;
  readonly label: string;
  readonly onOpen: (id: number) => void;
  readonly position?: MapPosition | undefined;
  readonly onPosition?: ((position: MapPosition | undefined) => void) | undefined;
}

/** Draws every object of a response as a tile. Fills its container, which must have a height. */
export function ObjectMap({ conditions, objects, label, onOpen, position, onPosition }: ObjectMapProps) {
  const { t, language } = useTexts();
  const { objectType, sortBy } = conditions;
  const { data, colour, monResults, values } = objects;
  const sortName = labelOf(sortByKey(sortBy), language);

  const texts = useMemo<TileMapTexts>(() => {
    const count = (amount: number) => formatCountOf('object', amount, language);
    return {
      label,
      keys: t('dashboard.mapKeys'),
      summary: (counts, totalCnt) =>
        t('dashboard.mapSummary', {
          total: count(totalCnt),
          critical: count(counts.critical),
          warning: count(counts.warning),
          stale: count(counts.stale),
          normal: count(counts.normal),
          unmonitored: count(counts.unmonitored),
        }),
      groupCount: count,
      zoomIn: t('dashboard.zoomIn'),
      zoomOut: t('dashboard.zoomOut'),
      resetZoom: t('dashboard.resetZoom'),
    };
  }, [t, language, label]);

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
        [data.names[index], stateAt(index), sortBy === 'MON_RESULT' ? '' : `${sortName} ${textAt(index)}`]
          .filter(Boolean)
          .join(', ')
      }
      onOpen={(index) => {
        const id = data.ids[index];
        if (id !== undefined) onOpen(id);
      }}
      renderCard={(index) => {
        const id = data.ids[index];
        return (
          id !== undefined && (
            <ObjectCard
              objectType={objectType}
              id={id}
              name={data.names[index] ?? ''}
              monResult={monResults[index] ?? -1}
              sortValue={{ label: sortName, text: textAt(index) }}
            />
          )
        );
      }}
    />
  );
}

/** The title of the map: the type of its objects. */
export function mapTitle(
  { objectType }: Pick<DashboardConditions, 'objectType'>,
  { t, language }: Texts,
): string {
  return t('dashboard.map', { objectType: labelOf(objectTypeKey(objectType), language) });
}

/** How many objects there are or have arrived so far, and what they are grouped and coloured by. */
export function mapNote(
  { groupBy, sortBy }: DashboardConditions,
  { data, followingCnt }: ShownObjects,
  { t, language }: Texts,
): string {
  const shownCnt = formatCountOf('object', data.ids.length, language);
  const allCnt = formatCountOf('object', data.ids.length + followingCnt, language);
  const cnt = followingCnt === 0 ? shownCnt : t('dashboard.mapPartial', { shownCnt, allCnt });
  const sortName = labelOf(sortByKey(sortBy), language);
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
