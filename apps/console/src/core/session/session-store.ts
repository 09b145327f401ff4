import type { ResponseOf } from '@gwanje/contract/endpoint';
import type { listRoles, loginCheck } from '@gwanje/contract/login';
import type { getLogo } from '@gwanje/contract/logos';
import type { User } from '@gwanje/contract/users';
import { isRestricted } from '@gwanje/domain/mappings/user-status';
import type { Actor } from '@gwanje/domain/permissions';
import { useMemo } from 'react';
import { create } from 'zustand';

export type HeaderLogo = ResponseOf<typeof getLogo>['logo'];
type Viewer = NonNullable<ResponseOf<typeof loginCheck>['viewedBy']>;
export type RoleEntry = ResponseOf<typeof listRoles>['roleList'][number];

export interface SessionState {
  /** Whoever is signed in, or whom that admin views as. */
  readonly user: User | null;
  /** The admin who views as `user`; null where `user` is at the keyboard. */
  readonly viewedBy: Viewer | null;
  /** The key by which this screen shows boards, and nothing else. */
  readonly wallboard: { readonly name: string } | null;
  /** Into a view as another, or out of it, by a full load. */
  readonly changingView: boolean;
  readonly loggedIn: boolean;
  readonly checking: boolean;
  readonly loggingOut: boolean;
  /** Null: the product's own. */
  readonly logo: HeaderLogo;
  /** The roles this user may assign. */
  readonly roleList: readonly RoleEntry[];
}

const initial: SessionState = {
  user: null,
  viewedBy: null,
  wallboard: null,
  changingView: false,
  loggedIn: false,
  checking: false,
  loggingOut: false,
  logo: null,
  roleList: [],
};

export const useSession = create<SessionState>()(() => initial);

/** An admin views as another user. */
export function isViewing({ viewedBy }: SessionState = useSession.getState()): boolean {
  return viewedBy !== null;
}

/** Another's eyes, or a screen on a wall: nothing is changed, and nothing kept. */
export function isReadOnlySession({ viewedBy, wallboard }: SessionState = useSession.getState()): boolean {
  return viewedBy !== null || wallboard !== null;
}

/** Only views what the role sees: whatever would change something is refused, own view options too. */
export function isReader({ user }: SessionState = useSession.getState()): boolean {
  return user !== null && isRestricted(user);
}

/** Whether anything that this person arranges is kept. */
export function mayNotSave(state: SessionState = useSession.getState()): boolean {
  return isReadOnlySession(state) || isReader(state);
}

/** Whether buttons that change something are offered at all. */
export function useMayChange(): boolean {
  return !useSession(mayNotSave);
}

/** As whom buttons are offered: to whoever only looks, those of a role that manages nothing. */
export function useActor(): Actor | null {
  const user = useSession((state) => state.user);
  const mayChange = useMayChange();
  return useMemo(() => user && (mayChange ? user : { ...user, role: 2, isKeyUser: 'N' }), [user, mayChange]);
}

export function initialiseSession(): void {
  useSession.setState(initial);
}
