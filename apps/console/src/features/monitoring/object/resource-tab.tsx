import { type Figure, Figures } from '@gwanje/ui/figures';
import { useMemo } from 'react';
import { rangeText } from '#components/range/range-picker.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { useObjectAlarms } from '#entities/alarms/object-alarms.tsx';
import type { ChartPlan } from '../charts/chart-plan.ts';
import { ResourceCharts } from '../charts/resource-charts.tsx';
import { marksOf } from '../parts/happenings.ts';
import { HappeningsPanel } from '../parts/happenings-panel.tsx';
import type { PageTime } from './object-frame.tsx';
import type { ObjectView } from './object-view.ts';
import { useHappenings } from './use-happenings.ts';

interface ResourceTabProps {
  readonly view: ObjectView;
  readonly time: PageTime;
  readonly figures: readonly Figure[];
  readonly charts: readonly ChartPlan[];
  readonly containerIds?: readonly number[];
}

/** One resource of an object: where it stands, how it went, and what happened meanwhile. */
export function ResourceTab({ view, time, figures, charts, containerIds }: ResourceTabProps) {
  const t = useT();
  const { list, isLoading } = useHappenings(view, time);
  const alarms = useObjectAlarms(view.hostId, view.eventFilter.objectId);
  const marks = useMemo(() => [...marksOf(list), ...alarms.marks], [list, alarms.marks]);
  return (
    <>
      <Figures list={figures} isStale={view.isStale} />
      <ResourceCharts
        view={view}
        charts={charts}
        time={time}
        marks={marks}
        {...(containerIds && { containerIds })}
      />
      <HappeningsPanel
        title={t('monitoring.happening.title')}
        note={rangeText(time.control.choice, t)}
        list={list}
        isLoading={isLoading}
      />
    </>
  );
}
