import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { mayOpenRoute, type RoleHolder } from '@gwanje/domain/access/permissions';
import { isIdText } from '@gwanje/domain/formats/id-text';
import type { IdName } from '#core/navigation/feature-manifest.ts';
import { WALLBOARD_HOME } from '#core/session/wallboard.ts';
import {
  areFound,
  checkAddress,
  type KnownClusters,
  type LookUpAnswer,
  type NavigationVerdict,
  type SearchText,
  type Target,
} from './address.ts';

/** The data that the guard loads only if a page needs it. */
export interface GuardData {
  /** `isManagedFirst`: the clusters that the user may manage are the first ones. */
  readonly clusters: (isManagedFirst: boolean) => Promise<KnownClusters>;
  readonly lookUp: (name: IdName, id: number) => Promise<LookUpAnswer>;
  /** An allowed cluster of a group that is not selected. */
  readonly findOutsideSelection: (hostId: number) => Promise<ClusterName | undefined>;
}

/** The permission is checked first, then the address. */
export async function decideNavigation(
  target: Target,
  fromPath: string | null,
  user: RoleHolder,
  guardData: GuardData,
): Promise<NavigationVerdict> {
  const { route, search } = target;
  if (!mayOpenRoute(user, route.name)) return { kind: 'denied' };
  if (!route.needs?.length && !route.accepts?.length) return { kind: 'open' };
  const names =
    search.hostId === undefined ? route.needs : [...(route.needs ?? []), ...(route.accepts ?? [])];
  const isManagedFirst = route.prefersManaged === true && !isIdText(search.hostId);
  const clusters = names?.includes('hostId') ? await guardData.clusters(isManagedFirst) : null;
  const verdict = checkAddress(target, fromPath, clusters);
  if (verdict.kind === 'unknownCluster') {
    const cluster = await guardData.findOutsideSelection(verdict.hostId);
    return cluster ? { kind: 'outsideSelection', cluster } : verdict.otherwise;
  }
  if (verdict.kind !== 'lookUp') return verdict;
  const { ids } = verdict;
  const answers = await Promise.all(ids.objects.map(({ name, id }) => guardData.lookUp(name, id)));
  return { kind: areFound(ids, answers) ? 'open' : 'invalidAddress' };
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
