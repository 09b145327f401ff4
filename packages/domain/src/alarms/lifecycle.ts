import { confirmLevels } from '../mappings/labels.ts';

export type ConfirmLevel = (typeof confirmLevels)[keyof typeof confirmLevels];
/** The levels that a user may set. */
export type ChosenLevel = 2 | 3 | 4;

const { recovered, occurred, acknowledged, handled, closed } = confirmLevels;

/** A user never lowers the level. */
const BY_HAND: Readonly<Record<ConfirmLevel, readonly ChosenLevel[]>> = {
  [occurred]: [acknowledged, handled, closed],
  [acknowledged]: [handled, closed],
  [handled]: [closed],
  [recovered]: [closed],
  [closed]: [],
};

export function chosenLevels(from: ConfirmLevel): readonly ChosenLevel[] {
  return BY_HAND[from];
}

export function mayConfirm(from: ConfirmLevel, to: ChosenLevel): boolean {
  return BY_HAND[from].includes(to);
}

/** At most one alarm per object and item has one of these levels. */
export function isOpen(level: ConfirmLevel): level is 1 | 2 | 3 {
  return level !== recovered && level !== closed;
}
