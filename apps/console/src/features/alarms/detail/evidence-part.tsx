import type { Evidence } from '@gwanje/contract/alarms/alarms';
import { formatBytes, formatCores } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { alarmLevels } from '@gwanje/domain/mappings/labels';
import { ChartGroup } from '@gwanje/ui/chart/chart-group';
import { TimeChart } from '@gwanje/ui/chart/time-chart';
import { type ReactNode, useId, useMemo } from 'react';
import { useChartLabels } from '#components/charts/use-chart-labels.ts';
import { PageLink } from '#components/links/page-link.tsx';
import { useT } from '#core/i18n/i18n.ts';
import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';
import { pageAddress } from '#entities/inventory/object-address.ts';
import classes from './alarm-drawer.module.css';
import { type EvidenceChart, evidenceCharts, stateLines } from './evidence.ts';

const CHART_PX = 132;

/** A snapshot taken when the alarm was raised. It stays readable after its objects are deleted. */
export function EvidencePart({ alarm }: { alarm: AlarmDetail }) {
  const t = useT();
  const { evidence } = alarm;
  if (!evidence)
    return (
      <Section title={t('alarms.evidence')}>
        <p className={classes.none}>{t('alarms.noEvidence')}</p>
      </Section>
    );
  return (
    <Section title={t('alarms.evidence')} note={t('alarms.evidenceNote')}>
      <Charts alarm={alarm} evidence={evidence} />
      {evidence.eventList.length > 0 && <Events list={evidence.eventList} />}
      {evidence.neighbourList.length > 0 && (
        <Neighbours list={evidence.neighbourList} hostId={alarm.hostId} />
      )}
      {evidence.state && <State state={evidence.state} />}
    </Section>
  );
}

interface ChartsProps {
  readonly alarm: AlarmDetail;
  readonly evidence: Evidence;
}

function Charts({ alarm, evidence }: ChartsProps) {
  const t = useT();
  const charts = useMemo(() => evidenceCharts(evidence, alarm.itemKey), [evidence, alarm.itemKey]);
  if (charts.length === 0) return <p className={classes.none}>{t('alarms.noSeries')}</p>;
  return (
    <ChartGroup>
      <div className={classes.charts}>
        {charts.map((chart) => (
          <Chart key={chart.titleKey} chart={chart} alarm={alarm} evidence={evidence} />
        ))}
      </div>
    </ChartGroup>
  );
}

function Chart({ chart, alarm, evidence }: ChartsProps & { readonly chart: EvidenceChart }) {
  const t = useT();
  const labels = useChartLabels({ isRangeFixed: true });
  const { series } = evidence;
  const level = alarm.level === alarmLevels.warning ? 'warning' : 'critical';
  const occurredMs = Date.parse(alarm.occurredAt ?? '');
  const data = useMemo(
    () => ({
      startMs: Date.parse(series?.startAt ?? ''),
      stepMs: series?.stepMs ?? 1,
      pointCnt: Math.max(0, ...chart.series.map(({ avg }) => avg.length)),
      series: chart.series.map(({ key, labelKey, avg }) => ({ key, label: t(labelKey), avg })),
    }),
    [series, chart, t],
  );
  const lines = useMemo(
    () =>
      chart.threshold === null
        ? []
        : [{ label: t('alarms.threshold'), value: chart.threshold, style: level } as const],
    [chart, level, t],
  );
  const range = useMemo(() => ({ fromMs: data.startMs, toMs: occurredMs }), [data.startMs, occurredMs]);
  return (
    <TimeChart
      title={t(chart.titleKey)}
      unit={chart.unit}
      state={{ kind: 'ready', data }}
      labels={labels}
      height={CHART_PX}
      lines={lines}
      range={range}
      isEnded
      fileName={`${alarm.objectName} ${t(chart.titleKey)}`}
    />
  );
}

function Events({ list }: { list: Evidence['eventList'] }) {
  const t = useT();
  return (
    <>
      <h4 className={classes.partTitle}>{t('alarms.lastEvents')}</h4>
      <ol className={classes.rows}>
        {list.map(({ at, reason, message, count, objectName }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of a stored snapshot never changes
          <li key={index} className={classes.event}>
            <time dateTime={at}>{formatTimestamp(at)}</time>
            <bdi className={classes.strong}>{reason}</bdi>
            <span className={classes.message}>
              <bdi>{message}</bdi>
              <span className={classes.quiet}>
                {' '}
                <bdi>{objectName}</bdi>
                {count > 1 && ` ×${count}`}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Neighbours({ list, hostId }: { list: Evidence['neighbourList']; hostId: number }) {
  const t = useT();
  return (
    <>
      <h4 className={classes.partTitle}>{t('alarms.neighbours')}</h4>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('columns.pod')}</th>
            <th scope="col">{t('columns.namespace')}</th>
            <th scope="col">{t('columns.status')}</th>
            <th scope="col" className={classes.end}>
              {t('columns.cpu')}
            </th>
            <th scope="col" className={classes.end}>
              {t('columns.mem')}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ podId, name, namespace, status, cpuUsedCores, memUsedBytes }) => (
            <tr key={podId}>
              <td>
                <PageLink className={classes.link} href={pageAddress('pod', hostId, podId)} text={name} />
              </td>
              <td>
                <bdi>{namespace}</bdi>
              </td>
              <td>{status}</td>
              <td className={classes.end}>{formatCores(cpuUsedCores)}</td>
              <td className={classes.end}>{formatBytes(memUsedBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function State({ state }: { state: Readonly<Record<string, unknown>> }) {
  const t = useT();
  return (
    <details className={classes.details}>
      <summary>{t('alarms.stateThen')}</summary>
      <dl className={classes.state}>
        {stateLines(state).map(({ name, text }) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface SectionProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

export function Section({ title, note, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <h3 className={classes.sectionTitle} id={titleId}>
        {title}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </h3>
      {children}
    </section>
  );
}
