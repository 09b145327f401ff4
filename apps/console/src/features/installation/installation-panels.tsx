import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { getInstallationHealth } from '@gwanje/contract/settings/installation';
import { formatBytes } from '@gwanje/domain/formats/bytes';
import { formatCount } from '@gwanje/domain/formats/count';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import type { ReactNode } from 'react';
import { apiQuery } from '#core/api/query.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import classes from './installation.module.css';

export function AgentsPanel({ health: { agents } }: { health: Health }) {
  const t = useT();
  const columns: Column<(typeof agents.versionList)[number]>[] = [
    {
      id: 'role',
      label: t('installation.agentRole'),
      format: ({ role }) => t(role === 'node' ? 'installation.roleNode' : 'installation.roleCluster'),
      width: 130,
    },
    {
      id: 'version',
      label: t('installation.version'),
      format: ({ version, isOutdated }) => (
        <span className={classes.version}>
          {version}
          {isOutdated && <Chip colour="orange" label={t('installation.outdated')} />}
        </span>
      ),
    },
    figure('agentCnt', t('installation.agentCnt'), 110, ({ agentCnt }) => formatCount(agentCnt)),
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

type Table = Health['database']['tableList'][number];

const ANSWER_SLOW_MS = 1000;

export function DatabasePanel({ health: { database } }: { health: Health }) {
  const t = useT();
  const { kind, version, bytes, answerMs, tableList } = database;
  // PostgreSQL has no row counts before the first ANALYZE.
  const rowCntColumn: Column<Table> = figure('rowCnt', t('installation.rowCnt'), 110, ({ rowCnt }) =>
    formatCount(rowCnt),
  );
  const columns: Column<Table>[] = [
    { id: 'name', label: t('installation.table'), value: ({ name }) => name },
    ...(tableList.some(({ rowCnt }) => rowCnt !== null) ? [rowCntColumn] : []),
    figure('bytes', t('installation.size'), 120, ({ bytes: size }) => formatBytes(size)),
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

const TIER_KEYS: Readonly<Record<string, PlainKey>> = {
  open: 'installation.tierOpen',
  raw: 'installation.tierRaw',
  '1m': 'installation.tier1m',
  '5m': 'installation.tier5m',
  '1h': 'installation.tier1h',
};

export function SamplesPanel({ health: { samples } }: { health: Health }) {
  const t = useT();
  const columns: Column<(typeof samples.tierList)[number]>[] = [
    {
      id: 'tier',
      label: t('installation.tier'),
      format: ({ tier }) => {
        const key = TIER_KEYS[tier];
        return key ? t(key) : tier;
      },
    },
    figure('rowCnt', t('installation.rowCnt'), 100, ({ rowCnt }) => formatCount(rowCnt)),
    figure('bytes', t('installation.size'), 110, ({ bytes }) => formatBytes(bytes)),
    figure('keepMs', t('installation.kept'), 90, ({ keepMs }) =>
      keepMs === null ? '-' : t('installation.dayCnt', { cnt: keepMs / DAY_MS }),
    ),
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

export function ServerPanel({ health: { process, ingest, retention, lastRestore } }: { health: Health }) {
  const t = useT();
  const perSecond = (value: number | null) => t('installation.perSecond', { cnt: formatRate(value) });
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
              [t('installation.closedAlarms'), retention.alarmDays] as const,
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

function figure<Row>(id: string, label: string, width: number, value: (row: Row) => string): Column<Row> {
  return { id, label, width, value, align: 'end' };
}

function Lines({ list }: { list: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {list.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type Health = ResponseOf<typeof getInstallationHealth>;

export const DAY_MS = 86_400_000;

export const healthQuery = apiQuery(getInstallationHealth, {}, { staleMs: 5_000 });

export function formatRate(value: number | null): string {
  return value === null ? '-' : formatNumber(value, { decimals: value < 10 ? 2 : 0 });
}
