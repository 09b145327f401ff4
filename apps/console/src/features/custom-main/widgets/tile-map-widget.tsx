import { type DashboardConditions, resolveConditions } from '@gwanje/domain/dashboard/conditions';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { EmptyState } from '@gwanje/ui/panel';
import { useMemo } from 'react';
import { useTexts } from '#core/i18n/i18n.ts';
import { groupChoices, shownTypes, sortChoices } from '#entities/dashboard/model/condition-choices.ts';
import { MapLegend, mapNote, mapTitle, ObjectMap } from '#entities/dashboard/object-map.tsx';
import { useOpenObject } from '#entities/dashboard/use-open-object.ts';
import { useShownObjects } from '#entities/dashboard/use-shown-objects.ts';
import type { Settings } from '../model/boards.ts';
import { ClusterList, clusterConditions } from './chosen-clusters.ts';
import { defineWidget, objectTypeChoice, type WidgetViewProps } from './widget-kind.tsx';
import { AnswerPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

type MapSettings = Pick<
  DashboardConditions,
  'objectType' | 'groupBy' | 'sortBy' | 'clusterList' | 'showsGroups'
>;

/** A grouping or sort that the object type lacks becomes the default of the type. */
function parseMap({ clusterList, ...settings }: Settings): MapSettings {
  const { objectType, groupBy, sortBy, showsGroups } = resolveConditions(settings, {});
  return { clusterList: ClusterList.parse(clusterList), objectType, groupBy, sortBy, showsGroups };
}

function TileMapView({ own, chosen, title }: WidgetViewProps<MapSettings>) {
  const { t, language } = useTexts();
  const open = useOpenObject();
  const conditions = useMemo(() => ({ ...own, ...clusterConditions(chosen) }), [own, chosen]);
  const { query, shown } = useShownObjects(conditions);
  return (
    <AnswerPanel
      title={title}
      note={shown ? mapNote(shown.conditions, shown.objects, { t, language }) : undefined}
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
          <div className={classes.map}>
            <ObjectMap
              conditions={answer.conditions}
              objects={answer.objects}
              label={title}
              onOpen={(kind, id) => void open(kind, id)}
            />
          </div>
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
  choices: ({ objectType }, texts) => [
    {
      ...objectTypeChoice('objectType', shownTypes, texts),
      resets: { groupBy: '', sortBy: '' },
    },
    { name: 'groupBy', labelKey: 'dashboard.groupBy', choices: groupChoices(objectType, texts.language) },
    { name: 'sortBy', labelKey: 'dashboard.sortBy', choices: sortChoices(objectType, texts.language) },
  ],
  flag: {
    name: 'showsGroups',
    labelKey: 'dashboard.showsGroups',
    isOffered: ({ groupBy }) => groupBy !== 'none',
  },
  title: mapTitle,
  View: TileMapView,
});
