import { defaultConditions, withObjectType } from '@gwanje/domain/dashboard/conditions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { summaryQuery } from '#entities/dashboard/dashboard-queries.ts';
import { StatusBox } from '#entities/dashboard/status-box.tsx';
import { clusterConditions } from './chosen-clusters.ts';
import { defineWidget, parseClusters } from './widget-kind.tsx';
import { AnswerPanel } from './widget-panel.tsx';

export const countsWidget = defineWidget({
  name: 'counts',
  icon: 'mdi-counter',
  size: { w: 12, h: 3 },
  minSize: { w: 2, h: 3 },
  parse: parseClusters,
  title: (_own, { t }) => t('dashboard.status'),
  View: function CountsView({ chosen, title }) {
    const navigate = useNavigate();
    const query = useQuery({ ...summaryQuery(clusterConditions(chosen)), placeholderData: keepPreviousData });
    return (
      <AnswerPanel title={title} query={query}>
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
      </AnswerPanel>
    );
  },
});
