import { may, mayGrantRole, roleChoiceOf } from './permissions.ts';
import { mayHoldSession, type UserFacts } from './user-changes.ts';

/** Why not: the first that holds, beginning with what is wrong with the one who asks. */
export type ViewAsVerdict = 'allowed' | 'noRight' | 'self' | 'notActive' | 'higherRole';

/**
 * Seeing the console as another user does. Asked at the start and again on every request: whoever is demoted, or views as
 * somebody who was suspended or promoted since, sees nothing more that way.
 */
export function judgeViewAs(actor: UserFacts, seen: UserFacts): ViewAsVerdict {
  // Restricted (status 4) may look as themselves alone: beginning a view is a change.
  if (!may(actor, 'user.viewAs') || actor.status !== 1) return 'noRight';
  if (actor.userNo === seen.userNo) return 'self';
  if (!mayGrantRole(actor, roleChoiceOf(seen))) return 'higherRole';
  return mayHoldSession(seen.status) ? 'allowed' : 'notActive';
}
