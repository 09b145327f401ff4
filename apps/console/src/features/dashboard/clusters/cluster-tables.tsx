import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useNow } from '#core/browser/use-now.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { ChildMark } from '#entities/dashboard/child-mark.tsx';
import { azureRows } from '#entities/dashboard/model/azure-rows.ts';
import { clustersByProblem, dataAgeOf, platformName } from '#entities/dashboard/model/cluster-lines.ts';
import type { SummaryAnswer } from '#entities/dashboard/model/status-cells.ts';
import { StatisticsMark } from '#entities/dashboard/statistics-mark.tsx';
import classes from './cluster-tables.module.css';
import { LongTable } from './long-table.tsx';

interface PlatformTableProps {
  readonly summary: SummaryAnswer;
  readonly answeredMs: number;
}

const TICK_MS = 1000;

export const PlatformTable = memo(function PlatformTable({ summary, answeredMs }: PlatformTableProps) {
  const { t, language } = useTexts();
  const { platformList, serverTime } = summary;
  const rows = useMemo(() => clustersByProblem(platformList), [platformList]);
  return (
    <LongTable
      label={t('dashboard.platform')}
      empty={t('dashboard.noPlatform')}
      rows={rows}
      keyOf={({ hostId }) => hostId}
      columns={[
        {
          label: t('dashboard.cluster'),
          className: classes.owner,
          text: ({ name }) => name,
          cell: (cluster) => <NameCell cluster={cluster} />,
        },
        {
          label: t('dashboard.kind'),
          className: classes.kind,
          text: ({ platform }) => platformName(platform, { t, language }),
        },
        {
          label: t('dashboard.version'),
          className: classes.version,
          text: ({ kubernetesVersion }) => kubernetesVersion ?? '-',
        },
        { label: t('dashboard.apiServer'), cell: (cluster) => <ApiServer cluster={cluster} /> },
        {
          label: t('dashboard.nodes'),
          className: classes.end,
          cell: ({ dataAt, nodeReadyCnt, nodeCnt }) =>
            dataAt === null ? '-' : <OutOf cnt={nodeReadyCnt} totalCnt={nodeCnt} />,
        },
        {
          label: t('dashboard.systemPods'),
          className: classes.end,
          cell: ({ dataAt, systemPodReadyCnt, systemPodCnt }) =>
            dataAt === null ? '-' : <OutOf cnt={systemPodReadyCnt} totalCnt={systemPodCnt} />,
        },
        {
          label: t('dashboard.agent'),
          text: ({ agentVersionList }) => agentVersionList.join(', ') || '-',
          cell: ({ agentVersionList, problemCnt }) => (
            <>
              {agentVersionList.join(', ') || '-'}
              {problemCnt > 0 && (
                <span className={classes.short}> · {t('dashboard.agentProblems', { cnt: problemCnt })}</span>
              )}
            </>
          ),
        },
        {
          label: t('dashboard.dataAge'),
          className: classes.end,
          cell: ({ dataAt }) => <Age dataAt={dataAt} serverTime={serverTime} answeredMs={answeredMs} />,
        },
      ]}
    />
  );
});

export const AzureTable = memo(function AzureTable({ summary }: { summary: SummaryAnswer }) {
  const t = useT();
  const rows = useMemo(() => azureRows(summary.azureList), [summary.azureList]);
  return (
    <LongTable
      label="Azure"
      empty={t('dashboard.noAzure')}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          label: t('dashboard.cluster'),
          text: ({ cluster }) => cluster,
          cell: ({ cluster, hostId }) => <ClusterLink name={cluster} hostId={hostId} />,
        },
        { label: t('dashboard.region'), text: ({ region }) => region },
        { label: t('dashboard.pool'), text: ({ pool }) => pool, cell: ({ pool }) => <bdi>{pool}</bdi> },
        { label: t('dashboard.vmSize'), text: ({ vmSizes }) => vmSizes },
        { label: t('dashboard.zone'), text: ({ zones }) => zones },
        { label: t('dashboard.version'), text: ({ versions }) => versions },
        {
          label: t('dashboard.nodes'),
          className: classes.end,
          cell: ({ readyCnt, nodeCnt }) => <OutOf cnt={readyCnt} totalCnt={nodeCnt} />,
        },
      ]}
    />
  );
});

function NameCell({ cluster }: { cluster: ClusterState }) {
  const t = useT();
  const { name, hostId, alarmsFailingSince } = cluster;
  return (
    <span className={classes.named}>
      <ClusterLink name={name} hostId={hostId} />
      <ChildMark cluster={cluster} />
      <StatisticsMark cluster={cluster} />
      {alarmsFailingSince !== null && (
        <span
          className={classes.short}
          title={t('dashboard.alarmsFailingSince', { time: formatTimestamp(alarmsFailingSince) })}
        >
          {t('dashboard.alarmsFailing')}
        </span>
      )}
    </span>
  );
}

function ClusterLink({ name, hostId }: { name: string; hostId: number }) {
  return (
    <Link to="/mon/summary" search={{ hostId: String(hostId) }} className={classes.cluster}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function ApiServer({ cluster }: { cluster: ClusterState }) {
  const t = useT();
  const { isApiReachable, apiLatencyMs, isStale } = cluster;
  // The state of the API server is unknown while the cluster sends nothing.
  if (isApiReachable === null || isStale) return <Chip colour="grey" label={t('dashboard.apiUnknown')} />;
  if (!isApiReachable) return <Chip colour="red" icon="mdi-alert-circle" label={t('dashboard.apiSilent')} />;
  const latency = apiLatencyMs === null ? undefined : formatNumber(Math.round(apiLatencyMs));
  return (
    <span title={latency === undefined ? undefined : t('dashboard.apiLatency', { latency })}>
      <Chip colour="normal" label={t('dashboard.apiGood')} />
    </span>
  );
}

function OutOf({ cnt, totalCnt }: { cnt: number; totalCnt: number }) {
  return (
    <span className={cnt < totalCnt ? classes.short : undefined}>
      {formatNumber(cnt)}/{formatNumber(totalCnt)}
    </span>
  );
}

interface AgeProps {
  readonly dataAt: string | null;
  readonly serverTime: string;
  readonly answeredMs: number;
}

/** A separate component, so that each tick of the clock renders only this cell. */
function Age({ dataAt, serverTime, answeredMs }: AgeProps) {
  const { t, language } = useTexts();
  const nowMs = useNow(TICK_MS);
  const { state, text, shortAge } = dataAgeOf(dataAt, serverTime, nowMs - answeredMs, { t, language });
  return (
    <span className={state === 'fresh' ? undefined : classes[state]} title={text}>
      {state === 'stopped' && (
        <>
          <Icon name="mdi-timer-sand" size={13} />{' '}
          <span className={classes.word}>{t('dashboard.collectionStopped')} · </span>
        </>
      )}
      {shortAge ?? text}
    </span>
  );
}
