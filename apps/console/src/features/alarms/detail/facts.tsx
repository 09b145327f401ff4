import { formatElapsed } from '@gwanje/domain/formats/elapsed';
import { DASH } from '@gwanje/domain/formats/number';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import type { MouseEvent, ReactNode } from 'react';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { alarmMomentAddress, alarmObjectAddress } from '#entities/alarms/alarm-address.ts';
import { alarmTargetLabel } from '#entities/alarms/alarm-looks.ts';
import { alarmFigure, alarmItem } from '#entities/alarms/alarm-text.ts';
import { nodeAddress } from '#entities/inventory/object-address.ts';
import { elapsedMs } from '../list/alarm-list.tsx';
import type { AlarmDetail } from './alarm-detail.ts';
import classes from './alarm-drawer.module.css';
import { SettingFacts } from './setting-facts.tsx';

interface FactsProps {
  readonly alarm: AlarmDetail;
  readonly onOpen: (alarmId: number) => void;
}

export function Facts({ alarm, onOpen }: FactsProps) {
  const t = useT();
  const language = useLanguage();
  const nowMs = Date.parse(alarm.serverTime);
  const momentAddress = alarmMomentAddress(alarm, nowMs);
  const { value, threshold, itemKey, parentAlarmId, snoozedUntil, nodeId } = alarm;
  const owner = alarm.ownerName === null ? null : `${alarm.ownerKind ?? ''} ${alarm.ownerName}`.trim();
  const figures = `${alarmFigure(value, itemKey, language)} / ${alarmFigure(threshold, itemKey, language)}`;
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={alarmTargetLabel(alarm.target, { t, language })}>
          <PageLink href={alarmObjectAddress(alarm)} text={alarm.objectName} />
        </Fact>
        <Fact label={t('columns.cluster')}>{alarm.clusterName}</Fact>
        <Fact label={t('columns.namespace')}>{alarm.namespace}</Fact>
        <Fact label={t('columns.node')}>
          {alarm.nodeName !== null && (
            <PageLink
              href={nodeId === null ? null : nodeAddress(alarm.hostId, nodeId)}
              text={alarm.nodeName}
            />
          )}
        </Fact>
        <Fact label={t('columns.owner')}>{owner}</Fact>
        {alarmItem(itemKey)?.unit !== 'condition' && (
          <Fact label={t('alarms.valueOfThreshold')}>{figures}</Fact>
        )}
        <Fact label={t('alarms.occurredAt')}>{formatTimestamp(alarm.occurredAt)}</Fact>
        <Fact label={t('alarms.elapsed')}>{formatElapsed(elapsedMs(alarm, nowMs), language)}</Fact>
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
        {momentAddress !== null && (
          <PageLink href={momentAddress} text={t('alarms.toMoment')} icon="mdi-chart-line" />
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

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function Fact({ label, children }: FactProps) {
  const isNothing = children === null || children === undefined || children === false || children === '';
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{isNothing ? DASH : typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
    </div>
  );
}

interface PageLinkProps {
  readonly href: string | null;
  readonly text: string;
  readonly icon?: 'mdi-chart-line';
}

/** A plain link: middle click and a new tab work; a plain click stays in the console. */
export function PageLink({ href, text, icon }: PageLinkProps) {
  if (href === null) return <bdi>{text}</bdi>;
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (href !== null) void navigateTo(href);
  }
  return (
    <a className={classes.link} href={href} onClick={follow}>
      {icon && <Icon name={icon} size={15} />}
      <bdi>{text}</bdi>
    </a>
  );
}
