import type { ResponseOf } from '@gwanje/contract/endpoint';
import type { listRoles, loginCheck } from '@gwanje/contract/login';
import type { getLogo } from '@gwanje/contract/logos';
import type { User } from '@gwanje/contract/users';
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
export function isLookingOnly({ viewedBy, wallboard }: SessionState = useSession.getState()): boolean {
  return viewedBy !== null || wallboard !== null;
}

export function initialiseSession(): void {
  useSession.setState(initial);
}
