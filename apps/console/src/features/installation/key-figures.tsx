import { formatBytes } from '@gwanje/domain/formats/bytes';
import { formatCount } from '@gwanje/domain/formats/count';
import { formatRoughAge } from '@gwanje/domain/formats/elapsed';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Figures } from '@gwanje/ui/figures';
import { Panel } from '@gwanje/ui/panel';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { DAY_MS, formatRate, type Health } from './installation-health.ts';

/** A backup that is older, or missing, needs attention. */
const BACKUP_OLD_MS = 7 * DAY_MS;

/** Possible problems come first. */
export function KeyFigures({ health }: { readonly health: Health }) {
  const t = useT();
  const { ingest, deliveries, alarms, lastBackup, at } = health;
  const language = useLanguage();
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
                ? alarms.failingList.map(({ name }) => name).join(', ')
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
