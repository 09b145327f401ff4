import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { useNow } from '#core/browser/use-now.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { useShownStreamState } from '#core/stream/use-shown-stream-state.ts';
import { dataAgeIcon, dataAgeOf, newestDataAt } from './model/cluster-lines.ts';
import type { SummaryAnswer } from './model/status-cells.ts';

const TICK_MS = 1000;

interface DataAgeProps {
  /** Undefined while loading. */
  readonly summary: SummaryAnswer | undefined;
  /** The browser's time when the response arrived. */
  readonly answeredMs: number;
  readonly streamLostText: string;
  readonly className: string | undefined;
  readonly stoppedClass: string | undefined;
}

/** The age of the newest data, and whether updates still arrive. Clusters with older data are marked elsewhere. */
export function DataAge({ summary, answeredMs, streamLostText, className, stoppedClass }: DataAgeProps) {
  const { t, language } = useTexts();
  const nowMs = useNow(TICK_MS);
  const isStreamLost = useShownStreamState() === 'lost';
  const dataAt = newestDataAt(summary?.platformList ?? []);
  const age =
    summary &&
    summary.platformList.length > 0 &&
    dataAgeOf(dataAt, summary.serverTime, nowMs - answeredMs, { t, language });
  return (
    <>
      {isStreamLost && (
        <span className={className} role="status" title={t('dashboard.streamLost')}>
          <Icon name="mdi-lan-disconnect" size={14} />
          {streamLostText}
        </span>
      )}
      {age && (
        <span className={`${className} ${age.state === 'stopped' ? stoppedClass : ''}`}>
          <Icon name={dataAgeIcon(age.state)} size={14} />
          {t('dashboard.dataAge')} {dataAt === null ? '' : `${formatTimestamp(dataAt)} · `}
          {age.text}
        </span>
      )}
    </>
  );
}
