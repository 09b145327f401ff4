import { formatBytes, formatCount } from '@gwanje/domain/formats/numbers';
import { formatShortElapsed } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { TextCell } from '@gwanje/ui/list/cells';
import { Panel } from '@gwanje/ui/panel';
import { age } from '#components/list/columns/column-formats.tsx';
import { Table } from '#components/list/table.tsx';
import { useTexts } from '#core/i18n/i18n.ts';
import classes from './installation.module.css';
import { type Health, rowCount } from './installation-panels.tsx';

type Replica = Health['replicaList'][number];

/** Changes of another replica usually arrive within a second. */
const BEHIND_MS = 5_000;

const DISK_LOW_SHARE = 0.05;

const RUNNING_FOR = age('installation.runningFor', { width: 120 });

type ReplicaState = 'healthy' | 'leaving' | 'behind' | 'disconnected' | 'dead';

const STATE_COLOURS = {
  healthy: 'normal',
  leaving: 'grey',
  behind: 'orange',
  disconnected: 'red',
  dead: 'red',
} as const;

export function replicaState({ isLive, isLeaving, feedBrokenSince, feedLagMs }: Replica): ReplicaState {
  if (!isLive) return 'dead';
  if (isLeaving) return 'leaving';
  if (feedBrokenSince !== null) return 'disconnected';
  return feedLagMs !== null && feedLagMs > BEHIND_MS ? 'behind' : 'healthy';
}

/** Different versions of running replicas, newest first: several during an upgrade. */
export function versionsOf(replicas: readonly Replica[]): readonly string[] {
  const versions = new Set(replicas.filter(({ isLive }) => isLive).map(({ version }) => version));
  return [...versions].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/** The servers that work together. Hidden when there is one. */
export function ReplicasPanel({ health: { replicaList, at } }: { health: Health }) {
  const { t, language } = useTexts();
  if (replicaList.length === 0) return null;
  const versions = versionsOf(replicaList);
  return (
    <Panel
      title={t('installation.replicas')}
      note={
        versions.length > 1
          ? t('installation.mixedVersions', { versions: versions.join(' · ') })
          : formatCount(replicaList.length)
      }
    >
      <Table
        label={t('installation.replicas')}
        columns={{
          machine: {
            label: 'installation.replica',
            cell: (machine, { isSelf, host }) => (
              <span className={classes.version}>
                <TextCell text={machine} isStrong />
                <TextCell text={host} isQuiet />
                {isSelf && <Chip colour="accent" label={t('installation.thisServer')} />}
              </span>
            ),
          },
          isLeaving: {
            label: 'installation.state',
            width: 110,
            cell: (_isLeaving, replica) => {
              const state = replicaState(replica);
              return <Chip colour={STATE_COLOURS[state]} label={t(`installation.replicaState.${state}`)} />;
            },
          },
          version: {
            label: 'installation.version',
            width: 90,
            cell: (version) => <TextCell text={version} />,
          },
          ownedClusterCnt: rowCount('installation.ownedClusters', 120),
          ownedObjectCnt: rowCount('installation.ownedObjects', 110),
          movingClusterCnt: rowCount('installation.movingClusters', 90),
          feedLagMs: {
            label: 'installation.feedLag',
            align: 'end',
            width: 140,
            cell: (lagMs, { feedBrokenSince, isLive }) => {
              if (isLive && feedBrokenSince !== null) {
                const ageMs = Date.parse(at) - Date.parse(feedBrokenSince);
                return (
                  <span className={classes.bad}>
                    {t('installation.brokenFor', { time: formatShortElapsed(ageMs, language) })}
                  </span>
                );
              }
              if (lagMs === null) return '-';
              return <span className={lagMs > BEHIND_MS ? classes.bad : undefined}>{formatLag(lagMs)}</span>;
            },
          },
          figures: {
            label: 'installation.memory',
            align: 'end',
            width: 100,
            cell: (figures) => (figures ? formatBytes(figures.rssBytes) : '-'),
          },
          isSelf: {
            label: 'installation.disk',
            align: 'end',
            width: 110,
            cell: (_isSelf, { figures }) => {
              if (!figures) return '-';
              const { diskFreeBytes, diskBytes } = figures;
              const isLow = diskFreeBytes < diskBytes * DISK_LOW_SHARE;
              return <span className={isLow ? classes.bad : undefined}>{formatBytes(diskFreeBytes)}</span>;
            },
          },
          startedAt: {
            ...RUNNING_FOR,
            cell: (startedAt, replica, context) =>
              replica.isLive ? RUNNING_FOR.cell(startedAt, replica, context) : '-',
          },
        }}
        rows={replicaList}
        rowId={({ replicaId }) => replicaId}
      />
    </Panel>
  );
}

function formatLag(lagMs: number): string {
  return lagMs < 1000 ? `${formatCount(Math.round(lagMs))} ms` : `${(lagMs / 1000).toFixed(1)} s`;
}
