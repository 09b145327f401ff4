import type { AlarmRow } from '@gwanje/contract/alarms';
import { type ChosenLevel, mayConfirm } from '@gwanje/domain/alarms/lifecycle';
import { confirmLevels } from '@gwanje/domain/mappings/alarm';

export type Confirmable = Pick<AlarmRow, 'alarmId' | 'confirmLevel' | 'recoveredAt'> & {
  readonly childCnt: number | null;
};

export interface ConfirmPlan {
  /** Those that can be brought there. */
  readonly rows: readonly Confirmable[];
  /** Those that are there already, or past it. */
  readonly passedCnt: number;
  /** What is folded under them and follows. */
  readonly childCnt: number;
  /** Closed while still wrong. */
  readonly quietCnt: number;
}

/** What bringing these alarms to a level would do, as far as the page knows. */
export function confirmPlan(chosen: readonly Confirmable[], level: ChosenLevel): ConfirmPlan {
  const rows = chosen.filter(({ confirmLevel }) => mayConfirm(confirmLevel, level));
  const isClosing = level === confirmLevels.closed;
  return {
    rows,
    passedCnt: chosen.length - rows.length,
    // A closed parent leaves its children to themselves.
    childCnt: isClosing ? 0 : rows.reduce((sum, { childCnt }) => sum + (childCnt ?? 0), 0),
    quietCnt: isClosing ? rows.filter(isStillWrong).length : 0,
  };
}

function isStillWrong({ confirmLevel, recoveredAt }: Confirmable): boolean {
  return confirmLevel !== confirmLevels.recovered && recoveredAt === null;
}

export const MAX_AT_ONCE = 1000;

/** A call takes so many at most; each is all or nothing. */
export function inCalls<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const calls: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += MAX_AT_ONCE) calls.push(items.slice(at, at + MAX_AT_ONCE));
  return calls;
}
