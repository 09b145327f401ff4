import type { SettingOrigin } from '@gwanje/contract/alarms/alarm-items';
import type { Evidence } from '@gwanje/contract/alarms/alarms';
import { formatElapsed } from '@gwanje/domain/formats/elapsed';
import { labelOf } from '@gwanje/domain/labels';
import { type PlainKey, useLanguage, useT } from '#core/i18n/i18n.ts';
import { alarmFigure, alarmItem } from '#entities/alarms/alarm-text.ts';
import { Fact } from './fact.tsx';

const originKeys: Readonly<Record<SettingOrigin, PlainKey>> = {
  object: 'alarms.origin.object',
  cluster: 'alarms.origin.cluster',
  template: 'alarms.origin.template',
  standard: 'alarms.origin.standard',
};

interface SettingFactsProps {
  readonly evidence: Evidence | null;
  readonly itemKey: string;
}

/** The setting that raised the alarm, and its origin. */
export function SettingFacts({ evidence, itemKey }: SettingFactsProps) {
  const t = useT();
  const language = useLanguage();
  if (!evidence?.setting) return null;
  const { warning, critical, holdS, recoveryMargin } = evidence.setting;
  const isFigure = alarmItem(itemKey)?.unit !== 'condition';
  const levels = (
    [
      ['alarmLevel.warning', warning],
      ['alarmLevel.critical', critical],
    ] as const
  ).flatMap(([key, threshold]) =>
    threshold === null
      ? []
      : [
          isFigure
            ? `${labelOf(key, language)} ${alarmFigure(threshold, itemKey, language)}`
            : labelOf(key, language),
        ],
  );
  const words = [
    ...levels,
    `${t('alarms.hold')} ${formatElapsed(holdS * 1000, language)}`,
    ...(isFigure && recoveryMargin > 0
      ? [`${t('alarms.margin')} ${alarmFigure(recoveryMargin, itemKey, language)}`]
      : []),
  ];
  return (
    <>
      <Fact label={t('alarms.setting')}>{words.join(' · ')}</Fact>
      <Fact label={t('alarms.origin.title')}>{evidence.origin && t(originKeys[evidence.origin])}</Fact>
    </>
  );
}
