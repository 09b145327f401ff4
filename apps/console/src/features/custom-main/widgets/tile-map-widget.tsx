import {
  type GroupBy,
  groupByOptions,
  type ObjectType,
  objectTypes,
  type SortBy,
  sortOptions,
} from '@gwanje/contract/dashboard/dashboard-options';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { groupByKey, objectTypeKey, sortByKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/labels';
import { EmptyState } from '@gwanje/ui/states';
import { useMemo } from 'react';
import { z } from 'zod';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { MapLegend, mapNote, mapTitle, ObjectMap } from '#entities/dashboard/object-map.tsx';
import { useOpenObject } from '#entities/dashboard/use-open-object.ts';
import { useShownObjects } from '#entities/dashboard/use-shown-objects.ts';
import { type Chosen, ClusterList, useChosen } from './chosen-clusters.ts';
import { ChoiceField, ClustersField } from './fields.tsx';
import type { FieldsProps, Settings, ViewProps, WidgetKind } from './widget-kind.ts';
import { Answer, OfChosen, WidgetPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

const Kept = z.object({
  clusterList: ClusterList,
  objectType: z.enum(objectTypes).catch('pod'),
  groupBy: z.string().catch(''),
  sortBy: z.string().catch(''),
});

type MapSettings = Pick<DashboardConditions, 'objectType' | 'groupBy' | 'sortBy'> & {
  readonly clusterList: number[];
};

/** A grouping or sort of another object type becomes the first one of this type. */
function read(settings: Settings): MapSettings {
  const { clusterList, objectType, groupBy, sortBy } = Kept.parse(settings);
  const groups: readonly GroupBy[] = groupByOptions[objectType];
  const sorts: readonly SortBy[] = sortOptions[objectType];
  return {
    clusterList,
    objectType,
    groupBy: groups.find((one) => one === groupBy) ?? 'none',
    sortBy: sorts.find((one) => one === sortBy) ?? sorts[0] ?? 'MON_RESULT',
  };
}

function TileMapView({ settings, title, clusters }: ViewProps) {
  const own = useMemo(() => read(settings), [settings]);
  const chosen = useChosen(own.clusterList, clusters);
  return (
    <OfChosen chosen={chosen} title={title}>
      <MapOf own={own} chosen={chosen} title={title} />
    </OfChosen>
  );
}

interface MapOfProps {
  readonly own: MapSettings;
  readonly chosen: Chosen;
  readonly title: string;
}

function MapOf({ own, chosen, title }: MapOfProps) {
  const t = useT();
  const language = useLanguage();
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
    <WidgetPanel
      title={title}
      note={shown ? mapNote(shown.conditions, shown.objects.data.ids.length, { t, language }) : undefined}
      end={
        shown && (
          <span className={classes.legend}>
            <MapLegend conditions={shown.conditions} objects={shown.objects} />
          </span>
        )
      }
      isOld={query.isError && shown !== null}
      isBusy={shown?.isOutdated ?? false}
    >
      <Answer query={{ data: shown ?? undefined, error: query.error, refetch: query.refetch }}>
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
      </Answer>
    </WidgetPanel>
  );
}

function TileMapFields({ settings, clusters, onChange }: FieldsProps) {
  const t = useT();
  const language = useLanguage();
  const { clusterList, objectType, groupBy, sortBy } = read(settings);
  const sorts: readonly SortBy[] = sortOptions[objectType];
  const groups: readonly GroupBy[] = groupByOptions[objectType];
  return (
    <>
      <ChoiceField<ObjectType>
        label={t('dashboard.objectType')}
        value={objectType}
        choices={objectTypes
          .toReversed()
          .map((value) => ({ value, label: labelOf(objectTypeKey(value), language) }))}
        onChange={(value) => onChange({ objectType: value, groupBy: 'none', sortBy: '' })}
      />
      <ChoiceField<GroupBy>
        label={t('dashboard.groupBy')}
        value={groupBy}
        choices={groups.map((value) => ({ value, label: labelOf(groupByKey(value), language) }))}
        onChange={(value) => onChange({ groupBy: value })}
      />
      <ChoiceField<SortBy>
        label={t('dashboard.sortBy')}
        value={sortBy}
        choices={sorts.map((value) => ({ value, label: labelOf(sortByKey(value), language) }))}
        onChange={(value) => onChange({ sortBy: value })}
      />
      <ClustersField
        clusters={clusters}
        value={clusterList}
        onChange={(value) => onChange({ clusterList: value })}
      />
    </>
  );
}

export const tileMapWidget: WidgetKind = {
  nameKey: 'customMain.tileMap',
  aboutKey: 'customMain.tileMapAbout',
  icon: 'mdi-view-grid-outline',
  size: { w: 8, h: 9 },
  least: { w: 3, h: 4 },
  clean: (settings) => ({ ...read(settings) }),
  faults: () => ({}),
  title: (settings, words) => mapTitle(read(settings), words),
  View: TileMapView,
  Fields: TileMapFields,
};
