import type { StateKind, StateOfKind } from './states.ts';

export interface Change {
  readonly what: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What changed between two states that is worth a line of history; `before` null: it has come. */
export function describeChanges<Kind extends StateKind>(
  _kind: Kind,
  _before: StateOfKind[Kind] | null,
  _after: StateOfKind[Kind],
): Change[] {
  throw new Error('not there yet');
}
