import type { AlarmItemKey, AlarmSetting, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import type { FactsOf } from '@gwanje/kinds/state/facts';
import type { Language } from '../i18n/language.ts';
import { alarmTypes } from '../mappings/labels.ts';

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

/** What an item declares. `defineItems` adds its key and target. */
interface DeclaredItem<Target extends AlarmTarget> {
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

export interface AlarmItem<Target extends AlarmTarget = AlarmTarget> extends DeclaredItem<Target> {
  readonly key: AlarmItemKey;
  readonly target: Target;
}

/** An item of any target. */
export type ItemTraits = Omit<AlarmItem, 'evaluate'>;

/** The items of one target. The compiler reports a key of the contract without an item. */
export function defineItems<Target extends AlarmTarget>(
  target: Target,
  table: { readonly [Key in Extract<AlarmItemKey, `${Target}.${string}`>]: DeclaredItem<Target> },
): readonly AlarmItem<Target>[] {
  const entries = Object.entries<DeclaredItem<Target>>(table);
  return entries.map(([key, item]) => ({ ...item, key: key as AlarmItemKey, target }));
}

interface ItemOptions extends Pick<AlarmItem, 'label' | 'phrase'> {
  readonly standard?: Partial<Pick<AlarmSetting, 'isOn' | 'isNotified' | 'holdS' | 'windowMin'>>;
}

const STANDARD = { isOn: true, isNotified: true, windowMin: null } as const;

/** An item that is true or false; null: unknown. */
export function condition<Target extends AlarmTarget>({
  level,
  standard,
  isTrue,
  ...declared
}: ItemOptions & {
  readonly level: 'warning' | 'critical';
  readonly isTrue: (facts: FactsOf[Target], setting: AlarmSetting) => boolean | null;
}): DeclaredItem<Target> {
  const thresholds = { warning: level === 'warning' ? 1 : null, critical: level === 'critical' ? 1 : null };
  return {
    ...declared,
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
export function measure<Target extends AlarmTarget>({
  warning,
  critical,
  recoveryMargin,
  standard,
  valueIn,
  ...declared
}: ItemOptions &
  Partial<Pick<AlarmItem, 'type' | 'basis' | 'worse'>> &
  Pick<AlarmSetting, 'warning' | 'critical' | 'recoveryMargin'> & {
    readonly unit: Exclude<AlarmUnit, 'condition'>;
    readonly valueIn: (facts: FactsOf[Target], setting: AlarmSetting) => number;
  }): DeclaredItem<Target> {
  return {
    type: alarmTypes.performance,
    basis: 'sample',
    worse: 'above',
    ...declared,
    standard: { ...STANDARD, warning, critical, holdS: 300, recoveryMargin, ...standard },
    evaluate: valueIn,
  };
}
