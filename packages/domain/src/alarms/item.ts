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
  /**
   * What the item observes, as the middle of a sentence. A phrase with a value has `{{value}}`, which is '90 %
   * 이상' or 'at least 90 %'; a condition has none and comes before '상태'. `{{window}}` is the window in which
   * occurrences are counted.
   */
  readonly phrase: Readonly<Record<Language, string>>;
  /** The default setting. */
  readonly standard: AlarmSetting;
  /** The value to compare with thresholds; NaN: unknown. A condition is 1 while it is true, else 0. */
  evaluate(facts: FactsOf[Target], setting: AlarmSetting): number;
}

/** An item of any target. */
export type ItemTraits = Omit<AlarmItem, 'evaluate'>;

export type TargetOf<Key extends AlarmItemKey> = Key extends `${infer Target extends AlarmTarget}.${string}`
  ? Target
  : never;

interface ItemOptions<Key extends AlarmItemKey> extends Pick<AlarmItem, 'label' | 'phrase'> {
  readonly key: Key;
  readonly standard?: Partial<Pick<AlarmSetting, 'isOn' | 'isNotified' | 'holdS' | 'windowMin'>>;
}

const STANDARD = { isOn: true, isNotified: true, windowMin: null } as const;

/** An item that is true or false; null: unknown. */
export function condition<Key extends AlarmItemKey>({
  level,
  standard,
  isTrue,
  ...declared
}: ItemOptions<Key> & {
  readonly level: 'warning' | 'critical';
  readonly isTrue: (facts: FactsOf[TargetOf<Key>], setting: AlarmSetting) => boolean | null;
}): AlarmItem<TargetOf<Key>> {
  const thresholds = { warning: level === 'warning' ? 1 : null, critical: level === 'critical' ? 1 : null };
  return {
    ...declared,
    target: targetOf(declared.key),
    type: alarmTypes.failure,
    unit: 'condition',
    basis: 'state',
    worse: 'above',
    standard: { ...STANDARD, ...thresholds, holdS: 60, recoveryMargin: 0, ...standard },
    evaluate(facts, setting) {
      const answer = isTrue(facts, setting);
      return answer === null ? Number.NaN : answer ? 1 : 0;
    },
  };
}

/** An item with a number that may pass a threshold. */
export function measure<Key extends AlarmItemKey>({
  warning,
  critical,
  recoveryMargin,
  standard,
  valueIn,
  ...declared
}: ItemOptions<Key> &
  Partial<Pick<AlarmItem, 'type' | 'basis' | 'worse'>> &
  Pick<AlarmSetting, 'warning' | 'critical' | 'recoveryMargin'> & {
    readonly unit: Exclude<AlarmUnit, 'condition'>;
    readonly valueIn: (facts: FactsOf[TargetOf<Key>], setting: AlarmSetting) => number;
  }): AlarmItem<TargetOf<Key>> {
  return {
    type: alarmTypes.performance,
    basis: 'sample',
    worse: 'above',
    ...declared,
    target: targetOf(declared.key),
    standard: { ...STANDARD, warning, critical, holdS: 300, recoveryMargin, ...standard },
    evaluate: valueIn,
  };
}

/** A key begins with its target. */
function targetOf<Key extends AlarmItemKey>(key: Key): TargetOf<Key> {
  return key.slice(0, key.indexOf('.')) as TargetOf<Key>;
}
