import { alarmLevels, confirmLevels } from '@gwanje/domain/mappings/labels';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { LongName } from '@gwanje/ui/list/long-name';
import { useSave } from '#components/forms/use-save.ts';
import { useNow } from '#core/browser/use-now.ts';
import { useTexts } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { alarmAddress, alarmLogAddress } from '#entities/alarms/alarm-address.ts';
import { AlarmAge } from '#entities/alarms/alarm-age.tsx';
import {
  alarmLevelAppearance,
  alarmTypeLabel,
  confirmLevelAppearance,
} from '#entities/alarms/alarm-appearance.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { MutedMarks } from '#entities/alarms/muted-marks.tsx';
import { FirstCause } from '#entities/causes/first-cause.tsx';
import { sendConfirm, showConfirmFailure } from '../actions/confirm-alarms.ts';
import type { FeedRow } from './feed.ts';
import classes from './realtime.module.css';

const TICK_MS = 5_000;

interface FeedItemProps {
  readonly row: FeedRow;
  readonly serverAheadMs: number;
  readonly onMemo: (row: FeedRow) => void;
}

export function FeedItem({ row, serverAheadMs, onMemo }: FeedItemProps) {
  const { t, language } = useTexts();
  const mayChange = useMayChange();
  const nowMs = useNow(TICK_MS) + serverAheadMs;
  const texts = { t, language };
  const level = alarmLevelAppearance(row.level, texts);
  const state = confirmLevelAppearance(row.confirmLevel, texts);
  const isUnacknowledged = row.confirmLevel === confirmLevels.occurred;
  const logHref = alarmLogAddress(row);
  const place = [row.namespace, row.target === 'cluster' ? null : row.clusterName]
    .filter((part) => part !== null)
    .join(' · ');

  const { save: acknowledge, isSaving } = useSave({
    save: () => sendConfirm([row], confirmLevels.acknowledged, ''),
    onSaved: refreshAlarms,
    onFailed: showConfirmFailure,
  });

  return (
    <article
      className={classes.item}
      data-level={row.level === alarmLevels.warning ? 'warning' : 'critical'}
      data-unacknowledged={isUnacknowledged}
    >
      <div className={classes.marks}>
        <Chip {...level} />
        {isUnacknowledged ? (
          <Chip colour="grey" label={alarmTypeLabel(row.type, texts)} />
        ) : (
          <Chip {...state} />
        )}
        <MutedMarks alarm={row} />
        {row.childCnt > 0 && (
          <span className={classes.folded}>{t('alarms.folded', { cnt: row.childCnt })}</span>
        )}
        <AlarmAge className={classes.when} at={row.lastOccurredAt} nowMs={nowMs} />
      </div>
      <a
        className={classes.what}
        href={alarmAddress(row.alarmId)}
        target="gwanje-alarms"
        title={alarmText(row, language)}
      >
        {alarmText(row, language)}
      </a>
      <p className={classes.object} title={`${row.objectName} · ${place}`}>
        <bdi>
          <LongName text={row.objectName} />
        </bdi>
        <bdi className={classes.place}>{place}</bdi>
      </p>
      <div className={classes.buttons}>
        {isUnacknowledged && mayChange && (
          <TextButton
            size="xs"
            loading={isSaving}
            aria-label={t('alarms.realtime.acknowledgeOf', { name: row.objectName })}
            onClick={() => acknowledge()}
          >
            {t('alarms.realtime.acknowledge')}
          </TextButton>
        )}
        {logHref !== null && (
          <a
            className={classes.memo}
            href={logHref}
            target="gwanje-alarms"
            aria-label={t('alarms.realtime.logOf', { name: row.objectName })}
            title={t('alarms.toLog')}
          >
            <Icon name="mdi-text-box-outline" size={16} />
          </a>
        )}
        <button
          type="button"
          className={classes.memo}
          aria-label={t('alarms.realtime.memoOf', { name: row.objectName })}
          title={t('alarms.memo')}
          onClick={() => onMemo(row)}
        >
          <Icon name="mdi-note-plus-outline" size={16} />
        </button>
      </div>
      <FirstCause alarmId={row.alarmId} />
    </article>
  );
}
