import { formatBytes } from '@gwanje/domain/formats/bytes';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Panel } from '@gwanje/ui/panel';
import { useT } from '#core/i18n/i18n.ts';
import { Lines } from './fact-lines.tsx';
import { formatRate, type Health } from './installation-health.ts';

export function ServerPanel({
  health: { process, ingest, retention, lastRestore },
}: {
  readonly health: Health;
}) {
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
