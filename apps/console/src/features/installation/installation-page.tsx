import './words.ts';
import type { ResponseOf } from '@gwanje/contract/endpoint';
import { getInstallationHealth } from '@gwanje/contract/installation';
import { formatBytes } from '@gwanje/domain/formats/bytes';
import { formatCount } from '@gwanje/domain/formats/count';
import { formatRoughAge } from '@gwanje/domain/formats/elapsed';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Figures } from '@gwanje/ui/figures';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { PageHeader } from '@gwanje/ui/page-header';
import { Panel } from '@gwanje/ui/panel';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { EmptyState } from '@gwanje/ui/states';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiQuery } from '#shared/api/query.ts';
import { type PlainKey, useLanguage, useT } from '#shared/i18n/i18n.ts';
import { LoadFailed } from '#shared/lists/load-failed.tsx';
import classes from './installation.module.css';

type Health = ResponseOf<typeof getInstallationHealth>;

const REFRESH_MS = 10_000;
const DAY_MS = 86_400_000;
/** Older than this, or none: somebody should look. */
const BACKUP_OLD_MS = 7 * DAY_MS;
const ANSWER_SLOW_MS = 1000;
const healthQuery = apiQuery(getInstallationHealth, {}, { staleMs: 5_000 });

const TIER_KEYS: Readonly<Record<string, PlainKey>> = {
  open: 'installation.tierOpen',
  raw: 'installation.tierRaw',
  '1m': 'installation.tier1m',
  '5m': 'installation.tier5m',
  '1h': 'installation.tier1h',
};

/** The installation about itself: first what may be wrong, then how large it is. */
export function InstallationPage() {
  const t = useT();
  const query = useQuery({ ...healthQuery, refetchInterval: REFRESH_MS });
  const { data } = query;
  return (
    <>
      <PageHeader
        title={t('routes.settingInstallation')}
        breadcrumbs={[{ id: 'settings', link: t('common.settings') }]}
        breadcrumbsLabel={t('common.path')}
        {...(data && { dataAge: t('installation.asOf', { time: formatTimestamp(data.at) }) })}
      />
      {data ? (
        <HealthPanels health={data} />
      ) : query.isError ? (
        <LoadFailed
          title={t('installation.loadFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonLines label={t('shell.loading')} lines={12} />
      )}
    </>
  );
}

function HealthPanels({ health }: { readonly health: Health }) {
  return (
    <div className={classes.page}>
      <KeyFigures health={health} />
      <div className={classes.columns}>
        <ServerPanel health={health} />
        <AgentsPanel health={health} />
        <DatabasePanel health={health} />
        <SamplesPanel health={health} />
      </div>
    </div>
  );
}

function KeyFigures({ health }: { readonly health: Health }) {
  const t = useT();
  const { ingest, deliveries, alarms, lastBackup, at } = health;
  const language = useLanguage();
  const perSecond = (value: number | null) => t('installation.perSecond', { cnt: rate(value) });
  const backupAgeMs = lastBackup ? Date.parse(at) - Date.parse(lastBackup.at) : null;
  return (
    <Panel>
      <Figures
        list={[
          {
            label: t('installation.rows'),
            value: perSecond(ingest.rowsPs),
            note: t('installation.batchesNote', { cnt: rate(ingest.batchesPs) }),
          },
          {
            label: t('installation.queue'),
            value: formatCount(ingest.queuedBatchCnt),
            note: t('installation.queueNote', { cnt: formatCount(ingest.waitingRowCnt) }),
          },
          {
            label: t('installation.alarms'),
            value: t(alarms.isHealthy ? 'installation.healthy' : 'installation.stalled'),
            note: t('installation.openAlarms', { cnt: formatCount(alarms.openCnt) }),
            isBad: !alarms.isHealthy,
          },
          {
            label: t('installation.deliveries'),
            value: formatCount(deliveries.waitingCnt),
            note: t('installation.deliveriesNote', {
              failed: formatCount(deliveries.failedCnt),
              done: formatCount(deliveries.deliveredDayCnt),
            }),
            isBad: deliveries.failedCnt > 0,
          },
          {
            label: t('installation.backup'),
            value:
              backupAgeMs === null
                ? t('installation.noBackup')
                : t('installation.ago', { age: formatRoughAge(backupAgeMs, language) }),
            note: lastBackup
              ? t('installation.backupNote', {
                  size: formatBytes(lastBackup.bytes),
                  time: formatTimestamp(lastBackup.at),
                })
              : t('installation.backupHow'),
            isBad: backupAgeMs === null || backupAgeMs > BACKUP_OLD_MS,
          },
        ]}
      />
    </Panel>
  );
}

function ServerPanel({ health: { process, ingest, retention, lastRestore } }: { readonly health: Health }) {
  const t = useT();
  const perSecond = (value: number | null) => t('installation.perSecond', { cnt: rate(value) });
  return (
    <Panel title={t('installation.server')}>
      <Lines
        list={[
          [t('installation.version'), `${process.version} · Node ${process.nodeVersion}`],
          [t('installation.startedAt'), formatTimestamp(process.startedAt)],
          [
            t('installation.memory'),
            t('installation.memoryOf', {
              rss: formatBytes(process.rssBytes),
              heap: formatBytes(process.heapBytes),
            }),
          ],
          [
            t('installation.disk'),
            t('installation.ofTotal', {
              free: formatBytes(process.diskFreeBytes),
              total: formatBytes(process.diskBytes),
            }),
          ],
          [t('installation.events'), perSecond(ingest.eventsPs)],
          [t('installation.refused'), perSecond(ingest.refusedPs)],
          [t('installation.dropped'), perSecond(ingest.droppedPs)],
          [
            t('installation.retention'),
            [
              [t('installation.history'), retention.historyDays] as const,
              [t('installation.audit'), retention.auditDays] as const,
            ]
              .map(([label, cnt]) => `${label} ${t('installation.dayCnt', { cnt })}`)
              .join(' · '),
          ],
          ...(lastRestore
            ? [[t('installation.restored'), formatTimestamp(lastRestore.at)] as [string, string]]
            : []),
        ]}
      />
    </Panel>
  );
}

function DatabasePanel({ health: { database } }: { readonly health: Health }) {
  const t = useT();
  const { kind, version, bytes, answerMs, tableList } = database;
  const columns: Column<(typeof tableList)[number]>[] = [
    { id: 'name', label: t('installation.table'), value: ({ name }) => name },
    {
      id: 'rowCnt',
      label: t('installation.rowCnt'),
      value: ({ rowCnt }) => formatCount(rowCnt),
      width: 110,
      align: 'end',
    },
    {
      id: 'bytes',
      label: t('installation.size'),
      value: ({ bytes: size }) => formatBytes(size),
      width: 120,
      align: 'end',
    },
  ];
  return (
    <Panel
      title={t('installation.database')}
      note={`PostgreSQL ${version} · ${t(kind === 'embedded' ? 'installation.embedded' : 'installation.external')}`}
    >
      <Lines
        list={[
          [t('installation.size'), formatBytes(bytes)],
          [
            t('installation.answer'),
            <span key="answer" className={answerMs > ANSWER_SLOW_MS ? classes.bad : undefined}>
              {`${answerMs.toFixed(1)} ms`}
            </span>,
          ],
        ]}
      />
      <DataTable
        label={t('installation.table')}
        loadingLabel={t('shell.loading')}
        columns={columns}
        rows={tableList}
        rowId={({ name }) => name}
        empty={null}
      />
    </Panel>
  );
}

function SamplesPanel({ health: { samples } }: { readonly health: Health }) {
  const t = useT();
  const columns: Column<(typeof samples.tierList)[number]>[] = [
    {
      id: 'tier',
      label: t('installation.tier'),
      value: ({ tier }) => tier,
      format: ({ tier }) => {
        const key = TIER_KEYS[tier];
        return key ? t(key) : tier;
      },
    },
    {
      id: 'rowCnt',
      label: t('installation.rowCnt'),
      value: ({ rowCnt }) => formatCount(rowCnt),
      width: 100,
      align: 'end',
    },
    {
      id: 'bytes',
      label: t('installation.size'),
      value: ({ bytes }) => formatBytes(bytes),
      width: 110,
      align: 'end',
    },
    {
      id: 'keepMs',
      label: t('installation.kept'),
      value: ({ keepMs }) => (keepMs === null ? '-' : t('installation.dayCnt', { cnt: keepMs / DAY_MS })),
      width: 90,
      align: 'end',
    },
    {
      id: 'oldestAt',
      label: t('installation.oldest'),
      value: ({ oldestAt }) => (oldestAt === null ? '-' : formatTimestamp(oldestAt)),
      width: 165,
    },
  ];
  return (
    <Panel title={t('installation.samples')} note={formatBytes(samples.bytes)}>
      {samples.kind === 'outside' ? (
        <p className={classes.note}>{t('installation.samplesOutside')}</p>
      ) : (
        <DataTable
          label={t('installation.samples')}
          loadingLabel={t('shell.loading')}
          columns={columns}
          rows={samples.tierList}
          rowId={({ tier }) => tier}
          empty={null}
        />
      )}
      {samples.damagedFileList.length > 0 && (
        <p className={classes.note} data-bad="" title={samples.damagedFileList.join('\n')}>
          {t('installation.damaged', { cnt: samples.damagedFileList.length })}
        </p>
      )}
    </Panel>
  );
}

function AgentsPanel({ health: { agents } }: { readonly health: Health }) {
  const t = useT();
  const columns: Column<(typeof agents.versionList)[number]>[] = [
    {
      id: 'role',
      label: t('installation.agentRole'),
      value: ({ role }) => role,
      format: ({ role }) => t(role === 'node' ? 'installation.roleNode' : 'installation.roleCluster'),
      width: 130,
    },
    {
      id: 'version',
      label: t('installation.version'),
      value: ({ version }) => version,
      format: ({ version, isOutdated }) => (
        <span className={classes.version}>
          {version}
          {isOutdated && <Chip colour="orange">{t('installation.outdated')}</Chip>}
        </span>
      ),
    },
    {
      id: 'agentCnt',
      label: t('installation.agentCnt'),
      value: ({ agentCnt }) => formatCount(agentCnt),
      width: 110,
      align: 'end',
    },
  ];
  return (
    <Panel title={t('installation.agents')}>
      <Lines
        list={[
          [
            t('installation.clusters'),
            t('installation.clusterStates', {
              cnt: formatCount(agents.clusterCnt),
              stale: formatCount(agents.staleClusterCnt),
              silent: formatCount(agents.silentClusterCnt),
            }),
          ],
        ]}
      />
      <DataTable
        label={t('installation.agents')}
        loadingLabel={t('shell.loading')}
        columns={columns}
        rows={agents.versionList}
        rowId={({ role, version }) => `${role} ${version}`}
        empty={<EmptyState icon="mdi-lan-disconnect" title={t('installation.noAgents')} text="" />}
      />
    </Panel>
  );
}

function Lines({ list }: { readonly list: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <FormRows>
      {list.map(([label, value]) => (
        <FormRow key={label} label={label} isReadOnly readOnlyValue={value} />
      ))}
    </FormRows>
  );
}

function rate(value: number | null): string {
  return value === null ? '-' : formatNumber(value, { decimals: value < 10 ? 2 : 0 });
}
