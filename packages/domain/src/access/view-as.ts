import { may, mayGrantRole, roleChoiceOf } from './permissions.ts';
import { mayHoldSession, type UserFacts } from './user-changes.ts';

/** The reason for a refusal is the first that applies. Reasons about the actor come first. */
export type ViewAsVerdict = 'allowed' | 'noRight' | 'self' | 'notActive' | 'higherRole';

/**
 * Decides whether an actor may view the console as another user. Checked at the start and on every request,
 * so that the view ends when the actor is demoted, or the viewed user is suspended or promoted.
 */
export function checkViewAs(actor: UserFacts, seen: UserFacts): ViewAsVerdict {
  // A restricted actor (status 4) may not view as another user, because starting a view is a change.
  if (!may(actor, 'user.viewAs') || actor.status !== 1) return 'noRight';
  if (actor.userNo === seen.userNo) return 'self';
  if (!mayGrantRole(actor, roleChoiceOf(seen))) return 'higherRole';
  return mayHoldSession(seen.status) ? 'allowed' : 'notActive';
}
