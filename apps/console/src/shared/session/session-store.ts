import type { ResponseOf } from '@gwanje/contract/endpoint';
import type { listRoles } from '@gwanje/contract/login';
import type { getLogo } from '@gwanje/contract/logos';
import type { User } from '@gwanje/contract/users';
import { create } from 'zustand';

export type HeaderLogo = ResponseOf<typeof getLogo>['logo'];
export type RoleEntry = ResponseOf<typeof listRoles>['roleList'][number];

export interface SessionState {
  readonly user: User | null;
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
  loggedIn: false,
  checking: false,
  loggingOut: false,
  logo: null,
  roleList: [],
};

export const useSession = create<SessionState>()(() => initial);

export function initialiseSession(): void {
  useSession.setState(initial);
}
