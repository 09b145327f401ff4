import {
  type GroupBy,
  groupByOptions,
  objectTypes,
  type SortBy,
  sortOptions,
} from '@gwanje/contract/dashboard/dashboard-options';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { groupByKey, objectTypeKey, sortByKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { EmptyState } from '@gwanje/ui/panel';
import { useMemo } from 'react';
import { z } from 'zod';
import { useTexts } from '#core/i18n/i18n.ts';
import { MapLegend, mapNote, mapTitle, ObjectMap } from '#entities/dashboard/object-map.tsx';
import { useOpenObject } from '#entities/dashboard/use-open-object.ts';
import { useShownObjects } from '#entities/dashboard/use-shown-objects.ts';
import type { Settings } from '../model/boards.ts';
import { ClusterList } from './chosen-clusters.ts';
import { defineWidget, type WidgetViewProps } from './widget-kind.tsx';
import { AnswerPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

const Saved = z.object({
  clusterList: ClusterList,
  objectType: z.enum(objectTypes).catch('pod'),
  groupBy: z.string().catch(''),
  sortBy: z.string().catch(''),
});

type MapSettings = Pick<DashboardConditions, 'objectType' | 'groupBy' | 'sortBy'> & {
  readonly clusterList: number[];
};

/** A grouping or sort that the object type lacks becomes the first one of the type. */
function parseMap(settings: Settings): MapSettings {
  const { clusterList, objectType, groupBy, sortBy } = Saved.parse(settings);
  const groups: readonly GroupBy[] = groupByOptions[objectType];
  const sorts: readonly SortBy[] = sortOptions[objectType];
  return {
    clusterList,
    objectType,
    groupBy: groups.find((one) => one === groupBy) ?? 'none',
    sortBy: sorts.find((one) => one === sortBy) ?? sorts[0] ?? 'MON_RESULT',
  };
}

function TileMapView({ own, chosen, title }: WidgetViewProps<MapSettings>) {
  const { t, language } = useTexts();
  const open = useOpenObject();
  const conditions = useMemo<DashboardConditions>(
    () => ({
      objectType: own.objectType,
      groupBy: own.groupBy,
      sortBy: own.sortBy,
      isAllCluster: chosen.isAll,
      clusterList: chosen.isAll ? [] : chosen.hostIds,
    }),
    [own, chosen],
  );
  const { query, shown } = useShownObjects(conditions);
  return (
    <AnswerPanel
      title={title}
      note={shown ? mapNote(shown.conditions, shown.objects.data.ids.length, { t, language }) : undefined}
      end={
        shown && (
          <span className={classes.legend}>
            <MapLegend conditions={shown.conditions} objects={shown.objects} />
          </span>
        )
      }
      isBusy={shown?.isOutdated ?? false}
      query={{ data: shown ?? undefined, error: query.error, refetch: query.refetch }}
    >
      {(answer) =>
        answer.objects.data.ids.length === 0 ? (
          <EmptyState
            title={t('dashboard.emptyObjects', {
              objectType: labelOf(objectTypeKey(own.objectType), language),
            })}
            text={t('customMain.noObjectsText')}
          />
        ) : (
          <ObjectMap
            conditions={answer.conditions}
            objects={answer.objects}
            label={title}
            onOpen={(id) => void open(answer.conditions.objectType, id)}
          />
        )
      }
    </AnswerPanel>
  );
}

export const tileMapWidget = defineWidget({
  name: 'tileMap',
  icon: 'mdi-view-grid-outline',
  size: { w: 8, h: 9 },
  minSize: { w: 3, h: 4 },
  parse: parseMap,
  choices: ({ objectType }, { language }) => {
    const groups: readonly GroupBy[] = groupByOptions[objectType];
    const sorts: readonly SortBy[] = sortOptions[objectType];
    return [
      {
        name: 'objectType',
        labelKey: 'dashboard.objectType',
        choices: objectTypes
          .toReversed()
          .map((value) => ({ value, label: labelOf(objectTypeKey(value), language) })),
        resets: { groupBy: 'none', sortBy: '' },
      },
      {
        name: 'groupBy',
        labelKey: 'dashboard.groupBy',
        choices: groups.map((value) => ({ value, label: labelOf(groupByKey(value), language) })),
      },
      {
        name: 'sortBy',
        labelKey: 'dashboard.sortBy',
        choices: sorts.map((value) => ({ value, label: labelOf(sortByKey(value), language) })),
      },
    ];
  },
  title: mapTitle,
  View: TileMapView,
});
