import { EmptyState } from '@gwanje/ui/states';
import { z } from 'zod';
import { useT } from '#shared/i18n/i18n.ts';
import { useAlarmFeed } from './alarm-source.ts';
import { ClusterList } from './chosen-clusters.ts';
import { ClustersField } from './fields.tsx';
import type { FieldsProps, ViewProps, WidgetKind } from './widget-kind.ts';
import { WidgetPanel } from './widget-panel.tsx';

const Kept = z.object({ clusterList: ClusterList });

function AlarmFeedView({ title }: ViewProps) {
  const t = useT();
  const feed = useAlarmFeed();
  return (
    <WidgetPanel title={title}>
      {feed.kind === 'notCollected' && (
        <EmptyState
          icon="mdi-bell-sleep-outline"
          title={t('customMain.alarmsNotCollected')}
          text={t('customMain.alarmsNotCollectedText')}
        />
      )}
    </WidgetPanel>
  );
}

function AlarmFeedFields({ settings, clusters, onChange }: FieldsProps) {
  const { clusterList } = Kept.parse(settings);
  return (
    <ClustersField
      clusters={clusters}
      value={clusterList}
      onChange={(value) => onChange({ clusterList: value })}
    />
  );
}

export const alarmFeedWidget: WidgetKind = {
  nameKey: 'customMain.alarmFeed',
  aboutKey: 'customMain.alarmFeedAbout',
  icon: 'mdi-bell-ring-outline',
  size: { w: 4, h: 7 },
  least: { w: 3, h: 3 },
  clean: (settings) => Kept.parse(settings),
  faults: () => ({}),
  title: (_settings, { t }) => t('customMain.alarmFeed'),
  View: AlarmFeedView,
  Fields: AlarmFeedFields,
};
