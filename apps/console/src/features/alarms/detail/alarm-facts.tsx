import type { Evidence } from '@gwanje/contract/alarms/alarms';
import { formatElapsed, formatTimestamp } from '@gwanje/domain/formats/time';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { Icon } from '@gwanje/ui/icon';
import { PageLink } from '#components/links/page-link.tsx';
import { type Texts, useTexts } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import { alarmLogAddress, alarmObjectAddress, alarmTimeAddress } from '#entities/alarms/alarm-address.ts';
import { alarmTargetLabel } from '#entities/alarms/alarm-appearance.ts';
import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';
import { alarmElapsedMs, alarmFigure, alarmItem } from '#entities/alarms/alarm-text.ts';
import { namedAddress, pageAddress } from '#entities/inventory/object-address.ts';
import { type Fact, Facts } from '#entities/object-page/panels/facts.tsx';
import classes from './alarm-drawer.module.css';

export function AlarmFacts({ alarm, onOpen }: { alarm: AlarmDetail; onOpen: (alarmId: number) => void }) {
  const texts = useTexts();
  const { t, language } = texts;
  const nowMs = Date.parse(alarm.serverTime);
  const timeAddress = alarmTimeAddress(alarm, nowMs);
  const logHref = alarmLogAddress(alarm);
  const { value, threshold, itemKey, parentAlarmId, snoozedUntil, nodeId, nodeName } = alarm;
  const { hostId, namespace, ownerKind, ownerName } = alarm;
  const figures = `${alarmFigure(value, itemKey, language)} / ${alarmFigure(threshold, itemKey, language)}`;
  const isRepeated = (alarm.occurCnt ?? 1) > 1;
  const link = (text: string, href: string | null) => (
    <PageLink className={classes.link} href={href} text={text} />
  );
  return (
    <>
      <Facts
        style={classes}
        list={[
          [alarmTargetLabel(alarm.target, texts), link(alarm.objectName, alarmObjectAddress(alarm))],
          alarm.target !== 'cluster' && [t('columns.cluster'), alarm.clusterName],
          [
            t('columns.namespace'),
            namespace !== null && link(namespace, namedAddress('namespace', hostId, { name: namespace })),
          ],
          alarm.target !== 'node' && [
            t('columns.node'),
            nodeName !== null && link(nodeName, nodeId === null ? null : pageAddress('node', hostId, nodeId)),
          ],
          [
            t('columns.owner'),
            ownerName !== null &&
              link(
                `${ownerKind ?? ''} ${ownerName}`.trim(),
                namespace === null ? null : namedAddress('workload', hostId, { name: ownerName, namespace }),
              ),
          ],
          alarmItem(itemKey)?.unit !== 'condition' && [t('alarms.valueOfThreshold'), figures],
          [t('alarms.occurredAt'), formatTimestamp(alarm.occurredAt)],
          [t('alarms.elapsed'), formatElapsed(alarmElapsedMs(alarm, nowMs), language)],
          isRepeated && [t('alarms.lastOccurredAt'), formatTimestamp(alarm.lastOccurredAt)],
          isRepeated && [t('alarms.occurCnt'), alarm.occurCnt],
          [t('alarms.recoveredAt'), formatTimestamp(alarm.recoveredAt)],
          [
            t('alarms.confirmedBy'),
            alarm.confirmedBy &&
              `${personName(alarm.confirmedBy, t)} · ${formatTimestamp(alarm.confirmedAt)}`,
          ],
          snoozedUntil !== null && [t('alarms.snoozedUntil'), formatTimestamp(snoozedUntil)],
          alarm.closedAt !== null && [t('alarms.closedAt'), formatTimestamp(alarm.closedAt)],
          ...settingFacts(alarm.evidence, itemKey, texts),
        ]}
      />
      <p className={classes.ways}>
        {timeAddress !== null && (
          <PageLink
            className={classes.link}
            href={timeAddress}
            text={t('alarms.toMoment')}
            icon="mdi-chart-line"
          />
        )}
        {logHref !== null && (
          <PageLink
            className={classes.link}
            href={logHref}
            text={t('alarms.toLog')}
            icon="mdi-text-box-outline"
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
function settingFacts(evidence: Evidence | null, itemKey: string, { t, language }: Texts): Fact[] {
  if (!evidence?.setting) return [];
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
  return [
    [t('alarms.setting'), parts.join(' · ')],
    [t('alarms.origin.title'), evidence.origin && t(`alarms.origin.${evidence.origin}`)],
  ];
}
