import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { getInstallationHealth } from '@gwanje/contract/settings/installation';
import { formatBytes, formatCount, formatNumber } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { bytes, time } from '#components/list/columns/column-formats.tsx';
import { Table } from '#components/list/table.tsx';
import { apiQuery } from '#core/api/query.ts';
import { type PlainKey, type Translate, useT } from '#core/i18n/i18n.ts';
import { Facts } from '#entities/object-page/panels/facts.tsx';
import classes from './installation.module.css';

export function AgentsPanel({ health: { agents } }: { health: Health }) {
  const t = useT();
  return (
    <Panel title={t('installation.agents')}>
      <Facts
        style={classes}
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
      <Table
        label={t('installation.agents')}
        columns={{
          role: {
            label: 'installation.agentRole',
            width: 130,
            cell: (role) => t(role === 'node' ? 'installation.roleNode' : 'installation.roleCluster'),
          },
          version: {
            label: 'installation.version',
            cell: (version, { isOutdated }) => (
              <span className={classes.version}>
                {version}
                {isOutdated && <Chip colour="orange" label={t('installation.outdated')} />}
              </span>
            ),
          },
          agentCnt: rowCount('installation.agentCnt', 110),
        }}
        rows={agents.versionList}
        rowId={({ role, version }) => `${role} ${version}`}
        empty={<EmptyState icon="mdi-lan-disconnect" title={t('installation.noAgents')} text="" />}
      />
    </Panel>
  );
}

const ANSWER_SLOW_MS = 1000;

export function DatabasePanel({ health: { database } }: { health: Health }) {
  const t = useT();
  const { kind, version, bytes: sizeBytes, answerMs, tableList } = database;
  return (
    <Panel
      title={t('installation.database')}
      note={`PostgreSQL ${version} · ${t(kind === 'embedded' ? 'installation.embedded' : 'installation.external')}`}
    >
      <Facts
        style={classes}
        list={[
          [t('installation.size'), formatBytes(sizeBytes)],
          [
            t('installation.answer'),
            <span key="answer" className={answerMs > ANSWER_SLOW_MS ? classes.bad : undefined}>
              {`${answerMs.toFixed(1)} ms`}
            </span>,
          ],
        ]}
      />
      <Table
        label={t('installation.table')}
        columns={{
          name: { label: 'installation.table', cell: (name) => name },
          // PostgreSQL has no row counts before the first ANALYZE.
          ...(tableList.some(({ rowCnt }) => rowCnt !== null) && {
            rowCnt: rowCount('installation.rowCnt', 110),
          }),
          bytes: bytes('installation.size', { width: 120 }),
        }}
        rows={tableList}
        rowId={({ name }) => name}
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
  return (
    <Panel
      title={t('installation.samples')}
      note={samples.kind === 'embedded' ? formatBytes(samples.bytes) : t('installation.external')}
    >
      {samples.kind === 'outside' ? (
        <>
          {samples.engineList.length > 0 && <EnginesTable engines={samples.engineList} />}
          <p className={classes.note}>{t('installation.samplesOutside')}</p>
        </>
      ) : (
        <Table
          label={t('installation.samples')}
          columns={{
            tier: {
              label: 'installation.tier',
              cell: (tier) => (TIER_KEYS[tier] ? t(TIER_KEYS[tier]) : tier),
            },
            rowCnt: rowCount('installation.rowCnt', 100),
            bytes: bytes('installation.size', { width: 110 }),
            keepMs: {
              label: 'installation.kept',
              align: 'end',
              width: 90,
              cell: (ms) => (ms === null ? '-' : t('installation.dayCnt', { cnt: ms / DAY_MS })),
            },
            oldestAt: time('installation.oldest', { width: 165 }),
          }}
          rows={samples.tierList}
          rowId={({ tier }) => tier}
        />
      )}
      {samples.damagedFileList.length > 0 && (
        <p className={classes.note} data-bad="" title={samples.damagedFileList.join('\n')}>
          {t('installation.damaged', { cnt: samples.damagedFileList.length })}
          {samples.lostCnt > 0 && ` · ${t('installation.lost', { cnt: samples.lostCnt })}`}
        </p>
      )}
    </Panel>
  );
}

/** Two engines that both get every sample. The server keeps the samples of one that is away on its disk. */
function EnginesTable({ engines }: { engines: Health['samples']['engineList'] }) {
  const t = useT();
  return (
    <Table
      label={t('installation.engines')}
      columns={{
        name: { label: 'installation.engine', cell: (name) => <TextCell text={name} /> },
        isAnswering: {
          label: 'installation.state',
          width: 130,
          cell: (isAnswering) => (
            <Chip
              colour={isAnswering ? 'normal' : 'red'}
              label={t(isAnswering ? 'installation.healthy' : 'installation.engineAway')}
            />
          ),
        },
        waitingBytes: {
          label: 'installation.engineWaiting',
          align: 'end',
          width: 120,
          cell: (waitingBytes) => (
            <span className={waitingBytes > 0 ? classes.bad : undefined}>{formatBytes(waitingBytes)}</span>
          ),
        },
        lostCnt: {
          label: 'installation.engineLost',
          align: 'end',
          width: 110,
          cell: (lostCnt) => (
            <span className={lostCnt > 0 ? classes.bad : undefined}>{formatCount(lostCnt)}</span>
          ),
        },
      }}
      rows={engines}
      rowId={({ name }) => name}
    />
  );
}

/** With several servers, the table of replicas has the figures of each server. */
export function ServerPanel({ health }: { health: Health }) {
  const t = useT();
  const { process, ingest, retention, lastRestore, replicaList } = health;
  const perSecond = (value: number | null) => t('installation.perSecond', { cnt: formatRate(value) });
  const isOnly = replicaList.length === 0;
  const auditTrouble = auditTroubleText(t, health.audit);
  return (
    <Panel title={t(isOnly ? 'installation.server' : 'installation.allServers')}>
      <Facts
        style={classes}
        list={[
          isOnly && [t('installation.version'), `${process.version} · Node ${process.nodeVersion}`],
          isOnly && [t('installation.startedAt'), formatTimestamp(process.startedAt)],
          isOnly && [
            t('installation.memory'),
            t('installation.memoryOf', {
              rss: formatBytes(process.rssBytes),
              heap: formatBytes(process.heapBytes),
            }),
          ],
          isOnly && [
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
              `${t('installation.history')} ${t('installation.dayCnt', { cnt: retention.historyDays })}`,
              `${t('installation.closedAlarms')} ${t('installation.dayCnt', { cnt: retention.alarmDays })}`,
              `${t('installation.audit')} ${t('installation.dayCnt', { cnt: retention.auditDays })}`,
            ].join(' · '),
          ],
          auditTrouble !== null && [
            t('installation.audit'),
            <span key="audit" className={classes.bad}>
              {auditTrouble}
            </span>,
          ],
          lastRestore !== null && [t('installation.restored'), formatTimestamp(lastRestore.at)],
        ]}
      />
    </Panel>
  );
}

/** The page of the audit log says more. */
function auditTroubleText(t: Translate, { problem, exportFailure, receiverList }: Health['audit']) {
  if (problem) return t('installation.auditProblem');
  if (exportFailure) return t('installation.auditNotExported', { reason: exportFailure.reason });
  const failing = receiverList.find(({ failingSince }) => failingSince !== null);
  if (!failing) return null;
  return t('installation.auditNotSent', {
    receiver: failing.receiver,
    cnt: formatCount(failing.waitingCnt),
    at: formatTimestamp(failing.failingSince),
  });
}

export function rowCount(label: PlainKey, width: number) {
  return { label, width, align: 'end', cell: (cnt: number | null) => formatCount(cnt) } as const;
}

export type Health = ResponseOf<typeof getInstallationHealth>;

export const DAY_MS = 86_400_000;

export const healthQuery = apiQuery(getInstallationHealth, {}, { staleMs: 5_000 });

export function formatRate(value: number | null): string {
  return value === null ? '-' : formatNumber(value, { decimals: value < 10 ? 2 : 0 });
}
