import { mayOpenRoute, type RoleHolder } from '@gwanje/domain/access/permissions';
import type { IdName, RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import { WALLBOARD_HOME } from '#core/session/wallboard.ts';
import {
  type AddressVerdict,
  afterInvalidAddress,
  areFound,
  checkAddress,
  type KnownClusters,
  type LookUpAnswer,
  type SearchText,
} from './address.ts';

export interface Target {
  readonly path: string;
  readonly search: SearchText;
  readonly route: Pick<RouteDeclaration, 'name' | 'needs' | 'accepts' | 'worksWithoutClusters'>;
}

/** The data that the guard loads only if a page needs it. */
export interface GuardData {
  readonly clusters: () => Promise<KnownClusters>;
  readonly lookUp: (name: IdName, id: number) => Promise<LookUpAnswer>;
}

export type NavigationVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'redirect'; readonly path: string; readonly search: SearchText }
  | { readonly kind: 'denied' }
  | { readonly kind: 'invalidAddress'; readonly outcome: 'stay' | 'goHome' };

/** The permission is checked first, then the address. */
export async function decideNavigation(
  target: Target,
  fromPath: string | null,
  user: RoleHolder,
  guardData: GuardData,
): Promise<NavigationVerdict> {
  const { route, path } = target;
  if (!mayOpenRoute(user, route.name)) return { kind: 'denied' };
  const verdict = await addressVerdict(target, fromPath, guardData);
  if (verdict.kind === 'allow') return { kind: 'open' };
  if (verdict.kind === 'useFirstCluster') return { kind: 'redirect', path, search: verdict.search };
  if (verdict.kind === 'leave') return { kind: 'redirect', path: verdict.path, search: {} };
  if (verdict.kind === 'lookUp') {
    const { ids } = verdict;
    const answers = await Promise.all(ids.objects.map(({ name, id }) => guardData.lookUp(name, id)));
    if (areFound(ids, answers)) return { kind: 'open' };
  }
  return { kind: 'invalidAddress', outcome: afterInvalidAddress(fromPath) };
}

/** A wallboard shows only its boards; every other address goes back to the last board. */
export function decideOnWallboard(
  { path, search }: Pick<Target, 'path' | 'search'>,
  onScreen: SearchText,
): NavigationVerdict {
  const home = WALLBOARD_HOME;
  if (path === home.path && search.wall === home.search.wall) return { kind: 'open' };
  const board = (path === home.path ? search.board : undefined) ?? onScreen.board;
  return {
    kind: 'redirect',
    path: home.path,
    search: { ...home.search, ...(board !== undefined && { board }) },
  };
}

async function addressVerdict(
  { route, search }: Target,
  fromPath: string | null,
  guardData: GuardData,
): Promise<AddressVerdict> {
  if (!route.needs?.length && !route.accepts?.length) return { kind: 'allow' };
  const names =
    search.hostId === undefined ? route.needs : [...(route.needs ?? []), ...(route.accepts ?? [])];
  const clusters: KnownClusters = names?.includes('hostId') ? await guardData.clusters() : { kind: 'failed' };
  return checkAddress({ route, search, clusters, fromPath });
}
