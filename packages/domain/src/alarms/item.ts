import type { AlarmItemKey, AlarmSetting, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import type { FactsOf } from '@gwanje/kinds/state/facts';
import type { Language } from '../i18n/language.ts';
import { alarmTypes } from '../mappings/alarm.ts';

type AlarmUnit =
  | 'condition'
  | 'percent'
  | 'count'
  | 'minutes'
  | 'days'
  | 'bytes'
  | 'bytesPerSecond'
  | 'perSecond';

/**
 * The data that an item reads. state: reported states, valid while the agents are in contact · sample:
 * measurements, each with its own age · silence: the time without contact.
 */
export type Basis = 'state' | 'sample' | 'silence';

export interface AlarmItem<Target extends AlarmTarget = AlarmTarget> {
  readonly key: AlarmItemKey;
  readonly target: Target;
  readonly type: (typeof alarmTypes)['failure' | 'performance'];
  readonly unit: AlarmUnit;
  readonly basis: Basis;
  /** The direction in which the value becomes worse. */
  readonly worse: 'above' | 'below';
  readonly label: Readonly<Record<Language, string>>;
  /** The default setting. */
  readonly standard: AlarmSetting;
  /** The value to compare with thresholds; NaN: unknown. A condition is 1 while it is true, else 0. */
  evaluate(facts: FactsOf[Target], setting: AlarmSetting): number;
}

/** An item of any target. */
export type ItemTraits = Omit<AlarmItem, 'evaluate'>;

type Standard = Partial<Pick<AlarmSetting, 'isOn' | 'isNotified' | 'holdS' | 'windowMin'>>;

interface ConditionOptions<Target extends AlarmTarget> {
  readonly key: AlarmItemKey & `${Target}.${string}`;
  readonly target: Target;
  readonly label: Readonly<Record<Language, string>>;
  readonly level: 'warning' | 'critical';
  readonly standard?: Standard;
  readonly isTrue: (facts: FactsOf[Target], setting: AlarmSetting) => boolean | null;
}

/** An item that is true or false; null: unknown. */
export function condition<Target extends AlarmTarget>(options: ConditionOptions<Target>): AlarmItem<Target> {
  const { key, target, label, level, isTrue } = options;
  return {
    key,
    target,
    type: alarmTypes.failure,
    unit: 'condition',
    basis: 'state',
    worse: 'above',
    label,
    standard: {
      isOn: true,
      isNotified: true,
      warning: level === 'warning' ? 1 : null,
      critical: level === 'critical' ? 1 : null,
      holdS: 60,
      recoveryMargin: 0,
      windowMin: null,
      ...options.standard,
    },
    evaluate(facts, setting) {
      const answer = isTrue(facts, setting);
      return answer === null ? Number.NaN : answer ? 1 : 0;
    },
  };
}

interface MeasureOptions<Target extends AlarmTarget> {
  readonly key: AlarmItemKey & `${Target}.${string}`;
  readonly target: Target;
  readonly label: Readonly<Record<Language, string>>;
  readonly unit: Exclude<AlarmUnit, 'condition'>;
  readonly type?: AlarmItem['type'];
  readonly basis?: Basis;
  readonly worse?: AlarmItem['worse'];
  readonly warning: number | null;
  readonly critical: number | null;
  readonly recoveryMargin: number;
  readonly standard?: Standard;
  readonly valueIn: (facts: FactsOf[Target], setting: AlarmSetting) => number;
}

/** An item with a number that may pass a threshold. */
export function measure<Target extends AlarmTarget>(options: MeasureOptions<Target>): AlarmItem<Target> {
  const { key, target, label, unit, warning, critical, recoveryMargin, valueIn } = options;
  return {
    key,
    target,
    type: options.type ?? alarmTypes.performance,
    unit,
    basis: options.basis ?? 'sample',
    worse: options.worse ?? 'above',
    label,
    standard: {
      isOn: true,
      isNotified: true,
      warning,
      critical,
      holdS: 300,
      recoveryMargin,
      windowMin: null,
      ...options.standard,
    },
    evaluate: valueIn,
  };
}
