import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { getLogo } from '@gwanje/contract/settings/logos';
import type { loginCheck, NewBrowser } from '@gwanje/contract/users/session';
import type { listRoles, User } from '@gwanje/contract/users/users';
import type { Actor } from '@gwanje/domain/access/permissions';
import { isRestricted } from '@gwanje/domain/mappings/labels';
import { useMemo } from 'react';
import { create } from 'zustand';

export type HeaderLogo = ResponseOf<typeof getLogo>['logo'];
type Viewer = NonNullable<ResponseOf<typeof loginCheck>['viewedBy']>;
export type RoleEntry = ResponseOf<typeof listRoles>['roleList'][number];

export interface SessionState {
  /** The user who is logged in, or whom an admin views as. */
  readonly user: User | null;
  /** The admin who views as `user`; null if `user` is logged in. */
  readonly viewedBy: Viewer | null;
  /** Set if the session is that of a wallboard key. */
  readonly wallboard: { readonly name: string } | null;
  /** Lets the login site log the user out without asking. */
  readonly logoutKey: string | null;
  /** Sign-ins of the last week with new browsers, other than this one; latest first. */
  readonly newBrowserList: readonly NewBrowser[];
  /** True while the page reloads to start or end a view as another user. */
  readonly changingView: boolean;
  readonly loggedIn: boolean;
  readonly checking: boolean;
  /** True while the page repeats a login check that failed at its start. */
  readonly startFailing: boolean;
  readonly loggingOut: boolean;
  /** Null: the product's logo. */
  readonly logo: HeaderLogo;
  /** The roles this user may assign. */
  readonly roleList: readonly RoleEntry[];
}

const initial: SessionState = {
  user: null,
  viewedBy: null,
  wallboard: null,
  logoutKey: null,
  newBrowserList: [],
  changingView: false,
  loggedIn: false,
  checking: false,
  startFailing: false,
  loggingOut: false,
  logo: null,
  roleList: [],
};

export const useSession = create<SessionState>()(() => initial);

/** True if an admin views as another user. */
export function isViewing({ viewedBy }: SessionState = useSession.getState()): boolean {
  return viewedBy !== null;
}

/** True for a view as another user and for a wallboard: the console sends no writes and stores no choices. */
export function isReadOnlySession({ viewedBy, wallboard }: SessionState = useSession.getState()): boolean {
  return viewedBy !== null || wallboard !== null;
}

/** True if the server refuses every write of the user, view options too. */
export function isRestrictedUser({ user }: SessionState = useSession.getState()): boolean {
  return user !== null && isRestricted(user);
}

/** True if this user's choices may not be stored. */
export function mayNotSave(state: SessionState = useSession.getState()): boolean {
  return isReadOnlySession(state) || isRestrictedUser(state);
}

/** Whether to offer buttons that write. */
export function useMayChange(): boolean {
  return !useSession(mayNotSave);
}

/** The user whose permissions decide which buttons are shown; without write access, a plain user. */
export function useActor(): Actor | null {
  const user = useSession((state) => state.user);
  const mayChange = useMayChange();
  return useMemo(() => user && (mayChange ? user : { ...user, role: 2, isKeyUser: 'N' }), [user, mayChange]);
}

export function initialiseSession(): void {
  useSession.setState(initial);
}
