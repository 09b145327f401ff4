import { defaultConditions, withObjectType } from '@gwanje/domain/dashboard/conditions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { summaryQuery } from '#entities/dashboard/dashboard-queries.ts';
import { StatusBox } from '#entities/dashboard/status-box.tsx';
import { ClusterList, useChosen } from './chosen-clusters.ts';
import { ClustersFields } from './fields.tsx';
import { conditionsOf } from './summary-conditions.ts';
import type { ViewProps, WidgetKind } from './widget-kind.ts';
import { Answer, OfChosen, WidgetPanel } from './widget-panel.tsx';

const Kept = z.object({ clusterList: ClusterList });

function CountsView({ settings, title, clusters }: ViewProps) {
  const { clusterList } = useMemo(() => Kept.parse(settings), [settings]);
  const chosen = useChosen(clusterList, clusters);
  const navigate = useNavigate();
  const query = useQuery({
    ...summaryQuery(conditionsOf(chosen)),
    enabled: !chosen.isGone,
    placeholderData: keepPreviousData,
  });
  return (
    <OfChosen chosen={chosen} title={title}>
      <WidgetPanel title={title} isOld={query.isError && query.data !== undefined}>
        <Answer query={query}>
          {(summary) => (
            <StatusBox
              summary={summary}
              onShow={(objectType) => {
                const { groupBy, sortBy } = withObjectType(defaultConditions, objectType);
                const where = chosen.isAll
                  ? { isAllCluster: 'true' }
                  : { clusterList: chosen.hostIds.join(',') };
                void navigate({ to: '/main', search: { ...where, objectType, groupBy, sortBy } });
              }}
            />
          )}
        </Answer>
      </WidgetPanel>
    </OfChosen>
  );
}

export const countsWidget: WidgetKind = {
  nameKey: 'customMain.counts',
  aboutKey: 'customMain.countsAbout',
  icon: 'mdi-counter',
  size: { w: 12, h: 3 },
  least: { w: 2, h: 3 },
  clean: (settings) => Kept.parse(settings),
  faults: () => ({}),
  title: (_settings, { t }) => t('dashboard.status'),
  View: CountsView,
  Fields: ClustersFields,
};
