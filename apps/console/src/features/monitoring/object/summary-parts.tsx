import { Panel } from '@gwanje/ui/panel';
import { type ReactNode, useMemo } from 'react';
import { rangeText } from '#components/range/range-picker.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { ObjectAlarmsPanel, useObjectAlarms } from '#entities/alarms/object-alarms.tsx';
import type { ChartPlan } from '../charts/chart-plan.ts';
import { ResourceCharts } from '../charts/resource-charts.tsx';
import { type Fact, Facts } from '../parts/facts.tsx';
import { marksOf } from '../parts/happenings.ts';
import { HappeningsPanel } from '../parts/happenings-panel.tsx';
import parts from '../parts/parts.module.css';
import { type Usage, UsageTable } from '../parts/usage-table.tsx';
import type { PageTime } from './object-frame.tsx';
import type { ObjectView } from './object-view.ts';
import { useHappenings } from './use-happenings.ts';

interface SummaryBodyProps {
  readonly view: ObjectView;
  readonly time: PageTime;
  readonly facts: readonly Fact[];
  readonly usage: readonly Usage[];
  readonly charts: readonly ChartPlan[];
  /** What is inside, as a table. */
  readonly inside?: ReactNode;
  readonly more?: ReactNode;
}

/** Use, trends, what is inside, who it is, and what happened: the same order for every kind. */
export function SummaryBody({ view, time, facts, usage, charts, inside, more }: SummaryBodyProps) {
  const t = useT();
  const { list, isLoading } = useHappenings(view, time);
  const alarms = useObjectAlarms(view.hostId, view.eventFilter.objectId);
  const marks = useMemo(() => [...marksOf(list), ...alarms.marks], [list, alarms.marks]);
  return (
    <>
      <Panel title={t('monitoring.usage')} note={t('monitoring.usageNote')}>
        <UsageTable list={usage} isStale={view.isStale} />
      </Panel>
      <ResourceCharts view={view} charts={charts} time={time} marks={marks} />
      {inside}
      <div className={parts.grid}>
        <Panel title={t('monitoring.identity')}>
          <Facts list={facts} />
        </Panel>
        <HappeningsPanel
          title={t('monitoring.happening.title')}
          note={rangeText(time.control.choice, t)}
          list={list}
          isLoading={isLoading}
        />
        <ObjectAlarmsPanel
          query={alarms.query}
          search={{
            'f.objectId': String(view.eventFilter.objectId),
            'f.confirmLevel': '1,2,3,0,4',
            folded: '1',
          }}
        />
        {more}
      </div>
    </>
  );
}
