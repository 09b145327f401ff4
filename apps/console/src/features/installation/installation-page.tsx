import { formatBytes, formatCount } from '@gwanje/domain/formats/numbers';
import { formatRoughAge, formatTimestamp } from '@gwanje/domain/formats/time';
import { type Figure, Figures } from '@gwanje/ui/figures';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { LoadedPage, SettingsHeader } from '#components/settings/settings-header.tsx';
import { type Translate, useT, useTexts } from '#core/i18n/i18n.ts';
import { usePollMs } from '#core/refresh/refresh-store.ts';
import classes from './installation.module.css';
import {
  AgentsPanel,
  DAY_MS,
  DatabasePanel,
  formatRate,
  type Health,
  healthQuery,
  SamplesPanel,
  ServerPanel,
} from './installation-panels.tsx';
import { ReplicasPanel, replicaState, versionsOf } from './replicas-panel.tsx';
import { SettingsFilePanel } from './settings-file/settings-file-panel.tsx';

const REFRESH_MS = 10_000;

/** The health of the installation: panels that may show problems first, then sizes. */
export function InstallationPage() {
  const t = useT();
  const pollMs = usePollMs();
  const query = useQuery({ ...healthQuery, refetchInterval: pollMs(REFRESH_MS) });
  const title = t('routes.settingInstallation');
  return (
    <LoadedPage query={query} title={title} failedTitle={t('installation.loadFailed')}>
      {(health) => (
        <>
          <SettingsHeader
            title={title}
            dataAge={t('installation.asOf', { time: formatTimestamp(health.at) })}
          />
          <HealthPanels health={health} />
        </>
      )}
    </LoadedPage>
  );
}

function HealthPanels({ health }: { health: Health }) {
  return (
    <div className={classes.page}>
      <KeyFigures health={health} />
      <ReplicasPanel health={health} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ServerPanel health={health} />
          <SamplesPanel health={health} />
        </div>
        <div className={classes.column}>
          <AgentsPanel health={health} />
          <DatabasePanel health={health} />
        </div>
      </div>
      <SettingsFilePanel />
    </div>
  );
}

/** An older backup is shown as a problem. */
const BACKUP_OLD_MS = 7 * DAY_MS;

/** Figures that may show problems come first. */
function KeyFigures({ health }: { health: Health }) {
  const { t, language } = useTexts();
  const { ingest, deliveries, alarms, lastBackup, at } = health;
  const perSecond = (value: number | null) => t('installation.perSecond', { cnt: formatRate(value) });
  const backupAgeMs = lastBackup ? Date.parse(at) - Date.parse(lastBackup.at) : null;
  const alarmsValue = !alarms.isHealthy
    ? t('installation.stalled')
    : alarms.failingList.length > 0
      ? t('installation.failingClusters', { cnt: formatCount(alarms.failingList.length) })
      : t('installation.healthy');
  return (
    <Panel>
      <Figures
        list={[
          ...replicaFigure(health, t),
          ...engineFigure(health, t),
          {
            label: t('installation.rows'),
            value: perSecond(ingest.rowsPs),
            note: t('installation.batchesNote', { cnt: formatRate(ingest.batchesPs) }),
          },
          {
            label: t('installation.queue'),
            value: formatCount(ingest.queuedBatchCnt),
            note: t('installation.queueNote', { cnt: formatCount(ingest.waitingRowCnt) }),
          },
          {
            label: t('installation.alarms'),
            value: alarmsValue,
            note:
              alarms.failingList.length > 0
                ? alarms.failingList
                    .map(({ name, reason }) => (reason === null ? name : `${name}: ${reason}`))
                    .join(', ')
                : t('installation.openAlarms', { cnt: formatCount(alarms.openCnt) }),
            isBad: !alarms.isHealthy || alarms.failingList.length > 0,
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

/** Absent with one server. */
function replicaFigure({ replicaList }: Health, t: Translate): Figure[] {
  if (replicaList.length === 0) return [];
  const isHealthy = (replica: Health['replicaList'][number]) =>
    ['healthy', 'leaving'].includes(replicaState(replica));
  const troubledCnt = replicaList.filter((replica) => !isHealthy(replica)).length;
  return [
    {
      label: t('installation.replicas'),
      value:
        troubledCnt === 0
          ? t('installation.healthy')
          : t('installation.replicasBehind', { cnt: troubledCnt }),
      note: t('installation.replicasNote', {
        cnt: replicaList.length,
        versions: versionsOf(replicaList).join(' · '),
      }),
      isBad: troubledCnt > 0,
    },
  ];
}

/** Absent without two engines. */
function engineFigure({ samples: { engineList } }: Health, t: Translate): Figure[] {
  if (engineList.length === 0) return [];
  const awayCnt = engineList.filter(({ isAnswering }) => !isAnswering).length;
  const waitingBytes = engineList.reduce((sum, engine) => sum + engine.waitingBytes, 0);
  const lostCnt = engineList.reduce((sum, engine) => sum + engine.lostCnt, 0);
  return [
    {
      label: t('installation.engines'),
      value: awayCnt === 0 ? t('installation.healthy') : t('installation.enginesAway', { cnt: awayCnt }),
      note: t('installation.enginesNote', { size: formatBytes(waitingBytes), lost: formatCount(lostCnt) }),
      isBad: awayCnt > 0 || lostCnt > 0,
    },
  ];
}
