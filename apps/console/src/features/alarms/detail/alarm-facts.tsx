import type { Evidence } from '@gwanje/contract/alarms/alarms';
import { formatElapsed } from '@gwanje/domain/formats/elapsed';
import { DASH } from '@gwanje/domain/formats/number';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { Icon } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { useTexts } from '#core/i18n/i18n.ts';
import { alarmObjectAddress, alarmTimeAddress } from '#entities/alarms/alarm-address.ts';
import { alarmTargetLabel } from '#entities/alarms/alarm-appearance.ts';
import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';
import { alarmElapsedMs, alarmFigure, alarmItem } from '#entities/alarms/alarm-text.ts';
import { pageAddress } from '#entities/inventory/object-address.ts';
import classes from './alarm-drawer.module.css';

export function Facts({ alarm, onOpen }: { alarm: AlarmDetail; onOpen: (alarmId: number) => void }) {
  const { t, language } = useTexts();
  const nowMs = Date.parse(alarm.serverTime);
  const timeAddress = alarmTimeAddress(alarm, nowMs);
  const { value, threshold, itemKey, parentAlarmId, snoozedUntil, nodeId } = alarm;
  const owner = alarm.ownerName === null ? null : `${alarm.ownerKind ?? ''} ${alarm.ownerName}`.trim();
  const figures = `${alarmFigure(value, itemKey, language)} / ${alarmFigure(threshold, itemKey, language)}`;
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={alarmTargetLabel(alarm.target, { t, language })}>
          <PageLink className={classes.link} href={alarmObjectAddress(alarm)} text={alarm.objectName} />
        </Fact>
        <Fact label={t('columns.cluster')}>{alarm.clusterName}</Fact>
        <Fact label={t('columns.namespace')}>{alarm.namespace}</Fact>
        <Fact label={t('columns.node')}>
          {alarm.nodeName !== null && (
            <PageLink
              className={classes.link}
              href={nodeId === null ? null : pageAddress('node', alarm.hostId, nodeId)}
              text={alarm.nodeName}
            />
          )}
        </Fact>
        <Fact label={t('columns.owner')}>{owner}</Fact>
        {alarmItem(itemKey)?.unit !== 'condition' && (
          <Fact label={t('alarms.valueOfThreshold')}>{figures}</Fact>
        )}
        <Fact label={t('alarms.occurredAt')}>{formatTimestamp(alarm.occurredAt)}</Fact>
        <Fact label={t('alarms.elapsed')}>{formatElapsed(alarmElapsedMs(alarm, nowMs), language)}</Fact>
        {(alarm.occurCnt ?? 1) > 1 && (
          <>
            <Fact label={t('alarms.lastOccurredAt')}>{formatTimestamp(alarm.lastOccurredAt)}</Fact>
            <Fact label={t('alarms.occurCnt')}>{alarm.occurCnt}</Fact>
          </>
        )}
        <Fact label={t('alarms.recoveredAt')}>{formatTimestamp(alarm.recoveredAt)}</Fact>
        <Fact label={t('alarms.confirmedBy')}>
          {alarm.confirmedBy && `${alarm.confirmedBy} · ${formatTimestamp(alarm.confirmedAt)}`}
        </Fact>
        {snoozedUntil !== null && (
          <Fact label={t('alarms.snoozedUntil')}>{formatTimestamp(snoozedUntil)}</Fact>
        )}
        {alarm.closedAt !== null && (
          <Fact label={t('alarms.closedAt')}>{formatTimestamp(alarm.closedAt)}</Fact>
        )}
        <SettingFacts evidence={alarm.evidence} itemKey={itemKey} />
      </dl>
      <p className={classes.ways}>
        {timeAddress !== null && (
          <PageLink
            className={classes.link}
            href={timeAddress}
            text={t('alarms.toMoment')}
            icon="mdi-chart-line"
          />
        )}
        {parentAlarmId !== null && (
          <button type="button" className={classes.link} onClick={() => onOpen(parentAlarmId)}>
            <Icon name="mdi-arrow-up-left" size={15} />
            {t('alarms.toParent')}
          </button>
        )}
      </p>
    </>
  );
}

/** The setting that raised the alarm, and its origin. */
function SettingFacts({ evidence, itemKey }: { evidence: Evidence | null; itemKey: string }) {
  const { t, language } = useTexts();
  if (!evidence?.setting) return null;
  const { warning, critical, holdS, recoveryMargin } = evidence.setting;
  const isFigure = alarmItem(itemKey)?.unit !== 'condition';
  const level = (key: 'alarmLevel.warning' | 'alarmLevel.critical', threshold: number | null) => {
    if (threshold === null) return [];
    const label = labelOf(key, language);
    return [isFigure ? `${label} ${alarmFigure(threshold, itemKey, language)}` : label];
  };
  const parts = [
    ...level('alarmLevel.warning', warning),
    ...level('alarmLevel.critical', critical),
    `${t('alarms.hold')} ${formatElapsed(holdS * 1000, language)}`,
    ...(isFigure && recoveryMargin > 0
      ? [`${t('alarms.margin')} ${alarmFigure(recoveryMargin, itemKey, language)}`]
      : []),
  ];
  return (
    <>
      <Fact label={t('alarms.setting')}>{parts.join(' · ')}</Fact>
      <Fact label={t('alarms.origin.title')}>{evidence.origin && t(`alarms.origin.${evidence.origin}`)}</Fact>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const isNothing = children === null || children === undefined || children === false || children === '';
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{isNothing ? DASH : typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
    </div>
  );
}
