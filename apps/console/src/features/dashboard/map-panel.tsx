import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { groupByKey, objectTypeKey, sortByKey } from '@gwanje/domain/dashboard/options';
import { formatCountOf } from '@gwanje/domain/formats/count';
import { labelOf } from '@gwanje/domain/labels';
import { TileMap, type TileMapTexts } from '@gwanje/ui/tile-map/tile-map';
import { ScaleLegend, StateLegend } from '@gwanje/ui/tile-map/tile-map-legend';
import { type ReactNode, useMemo } from 'react';
import { useLanguage, useT } from '#shared/i18n/i18n.ts';
import classes from './map-panel.module.css';
import { figureEndText, figureText } from './model/figures.ts';
import type { ShownObjects } from './model/shown-objects.ts';
import { stateSortOf } from './model/state-sorts.ts';
import { ObjectCard } from './object-card.tsx';

interface MapPanelProps {
  readonly conditions: DashboardConditions;
  readonly objects: ShownObjects;
  /** Other conditions were chosen, and their answer is on its way. */
  readonly isOutdated: boolean;
  readonly onOpen: (id: number) => void;
}

export function MapPanel({ conditions, objects, isOutdated, onOpen }: MapPanelProps) {
  const t = useT();
  const language = useLanguage();
  const { objectType, groupBy, sortBy } = conditions;
  const { data, colour, monResults, values } = objects;
  const typeName = labelOf(objectTypeKey(objectType), language);
  const sortName = labelOf(sortByKey(sortBy), language);
  const cnt = formatCountOf('object', data.ids.length, language);

  const texts = useMemo<TileMapTexts>(() => {
    const count = (amount: number) => formatCountOf('object', amount, language);
    return {
      label: t('dashboard.map', { objectType: typeName }),
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
  }, [t, language, typeName]);

  const textAt = (index: number) => figureText(sortBy, values[index] ?? null, { t, language });
  const stateAt = (index: number) =>
    stateSortOf('MON_RESULT')?.name(monResults[index] ?? -1, { t, language }) ?? '';

  return (
    <PanelFrame
      title={texts.label}
      note={
        groupBy === 'none'
          ? t('dashboard.mapNote', { cnt, sortBy: sortName })
          : t('dashboard.mapNoteGrouped', {
              cnt,
              groupBy: labelOf(groupByKey(groupBy), language),
              sortBy: sortName,
            })
      }
      end={<Legend conditions={conditions} objects={objects} />}
      isOutdated={isOutdated}
    >
      <TileMap
        data={data}
        colour={colour}
        texts={texts}
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
                figure={{ label: sortName, text: textAt(index) }}
              />
            )
          );
        }}
      />
    </PanelFrame>
  );
}

interface PanelFrameProps {
  readonly title: string;
  readonly note: string;
  readonly end?: ReactNode;
  readonly isOutdated?: boolean;
  readonly children: ReactNode;
}

/** A panel as high as its place, with a body to be filled. */
export function PanelFrame({ title, note, end, isOutdated = false, children }: PanelFrameProps) {
  return (
    <section className={classes.panel} aria-label={title} aria-busy={isOutdated}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <span className={classes.note} title={note}>
          {note}
        </span>
        {end && <div className={classes.end}>{end}</div>}
      </header>
      <div className={`${classes.body} ${isOutdated ? classes.outdated : ''}`}>{children}</div>
    </section>
  );
}

function Legend({ conditions, objects }: Pick<MapPanelProps, 'conditions' | 'objects'>) {
  const t = useT();
  const language = useLanguage();
  const { sortBy } = conditions;
  const { colour } = objects;
  if (colour.by === 'state') {
    const texts = stateSortOf(sortBy)?.legend({ t, language });
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
