import type { AlarmItemKey, AlarmSetting } from '@gwanje/contract/alarms/alarm-items';
import type { RuleProposal } from '@gwanje/contract/reports/report-content';
import { alarmItems, settingError } from '../alarms/registry.ts';
import { firstThreshold } from '../alarms/verdict.ts';

/** How a rule behaved in the period. */
export interface RuleNoise {
  readonly cnt: number;
  /** How often an alarm recovered within 2 minutes. */
  readonly shortCnt: number;
  /** Nine of ten short alarms lasted at most this long; null: there is none. */
  readonly shortS: number | null;
  /** How often an alarm came back soon after its recovery. */
  readonly againCnt: number;
}

/** Fewer alarms are no reason to change a rule. */
const MIN_CNT = 5;
const MIN_SHARE = 0.3;
/** Hold times that a person would choose. */
const HOLDS_S = [30, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1200, 1800, 2700, 3600, 5400, 7200];
const MAX_HOLD_S = 86_400;
const MARGIN_GROWTH = 2;
/** A margin is at least this part of the threshold. */
const MARGIN_OF_THRESHOLD = 0.05;

/**
 * The plain rule. hold: at least three of ten times an alarm ended within 2 minutes; the hold is raised by the time that nine of ten
 * of them lasted. margin: at least three of ten times an alarm came back within 5 minutes; the margin is doubled, and is at
 * least 5 % of the threshold. The one that prevents more is proposed. Null: neither.
 */
export function proposeRule(key: AlarmItemKey, setting: AlarmSetting, noise: RuleNoise): RuleProposal | null {
  const { cnt, shortCnt, shortS, againCnt } = noise;
  const times = cnt + againCnt;
  const isShort = times >= MIN_CNT && shortS !== null && shortCnt / times >= MIN_SHARE;
  const isAgain = againCnt >= MIN_CNT && againCnt / times >= MIN_SHARE;
  const byHold = isShort ? withHold(key, setting, shortS) : null;
  const byMargin = isAgain ? withMargin(key, setting) : null;
  return againCnt > shortCnt ? (byMargin ?? byHold) : (byHold ?? byMargin);
}

function withHold(key: AlarmItemKey, setting: AlarmSetting, shortS: number): RuleProposal | null {
  // A silent agent is reported at once: its threshold is a time already.
  if (alarmItems[key].basis === 'silence') return null;
  const wantedS = setting.holdS + Math.max(1, Math.ceil(shortS));
  const holdS = HOLDS_S.find((oneS) => oneS >= wantedS) ?? Math.ceil(wantedS / 3600) * 3600;
  if (holdS > MAX_HOLD_S) return null;
  return { why: 'hold', holdS, recoveryMargin: setting.recoveryMargin };
}

function withMargin(key: AlarmItemKey, setting: AlarmSetting): RuleProposal | null {
  const { unit, basis, worse } = alarmItems[key];
  if (unit === 'condition' || basis === 'silence') return null;
  const threshold = Math.abs(firstThreshold(setting, worse));
  const recoveryMargin = roundUp(
    Math.max(setting.recoveryMargin * MARGIN_GROWTH, threshold * MARGIN_OF_THRESHOLD),
  );
  if (!(recoveryMargin > setting.recoveryMargin)) return null;
  if (settingError(key, { ...setting, recoveryMargin }) !== null) return null;
  return { why: 'margin', holdS: setting.holdS, recoveryMargin };
}

/** To two digits: 4.75 → 4.8, 1,234 → 1,300. */
function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 0;
  const exponent = Math.floor(Math.log10(value)) - 1;
  const digits = Math.ceil(Number((value / 10 ** exponent).toFixed(6)));
  return Number(`${digits}e${exponent}`);
}
