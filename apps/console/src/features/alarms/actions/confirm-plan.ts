import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { type ChosenLevel, mayConfirm } from '@gwanje/domain/alarms/lifecycle';
import { confirmLevels } from '@gwanje/domain/mappings/alarm';

export type Confirmable = Pick<AlarmRow, 'alarmId' | 'confirmLevel' | 'recoveredAt'> & {
  readonly childCnt: number | null;
};

export interface ConfirmPlan {
  /** Alarms that can be set to the level. */
  readonly rows: readonly Confirmable[];
  /** Alarms that are at the level already, or past it. */
  readonly passedCnt: number;
  /** Alarms folded under them, which follow. */
  readonly childCnt: number;
  /** Alarms that are closed while their condition still holds. */
  readonly quietCnt: number;
}

/** The effect of setting these alarms to a level, as far as the page knows. */
export function confirmPlan(chosen: readonly Confirmable[], level: ChosenLevel): ConfirmPlan {
  const rows = chosen.filter(({ confirmLevel }) => mayConfirm(confirmLevel, level));
  const isClosing = level === confirmLevels.closed;
  return {
    rows,
    passedCnt: chosen.length - rows.length,
    // Closing a parent does not close its children.
    childCnt: isClosing ? 0 : rows.reduce((sum, { childCnt }) => sum + (childCnt ?? 0), 0),
    quietCnt: isClosing ? rows.filter(isStillWrong).length : 0,
  };
}

function isStillWrong({ confirmLevel, recoveredAt }: Confirmable): boolean {
  return confirmLevel !== confirmLevels.recovered && recoveredAt === null;
}

export const MAX_AT_ONCE = 1000;

/** Splits into calls of the maximum size. Each call succeeds or fails as a whole. */
export function inCalls<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const calls: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += MAX_AT_ONCE) calls.push(items.slice(at, at + MAX_AT_ONCE));
  return calls;
}
