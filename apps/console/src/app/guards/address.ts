import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { isIdText, parseIdText } from '@gwanje/domain/formats/id-text';
import type { IdName, RouteDeclaration } from '#core/navigation/feature-manifest.ts';

/** The query of an address as raw text. */
export type SearchText = Readonly<Record<string, string>>;

/** The ids of the clusters; null: the list could not be loaded, so it is unknown whether there are clusters. */
export type KnownClusters = readonly number[] | null;

export interface Target {
  readonly path: string;
  readonly search: SearchText;
  readonly route: Pick<
    RouteDeclaration,
    'name' | 'needs' | 'accepts' | 'prefersManaged' | 'worksWithoutClusters'
  >;
}

export interface ObjectIds {
  readonly hostId: number | undefined;
  readonly objects: readonly { readonly name: IdName; readonly id: number }[];
}

export type NavigationVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'redirect'; readonly path: string; readonly search: SearchText }
  | { readonly kind: 'denied' }
  | { readonly kind: 'invalidAddress' }
  /** The user may see the cluster, but has not selected its group. */
  | { readonly kind: 'outsideSelection'; readonly cluster: ClusterName };
/** The ids are well formed; requests must show whether the objects exist. */
export type AddressVerdict =
  | NavigationVerdict
  | { readonly kind: 'lookUp'; readonly ids: ObjectIds }
  /** The cluster is not in the selected groups. `otherwise`: the verdict if it is in no other allowed group. */
  | { readonly kind: 'unknownCluster'; readonly hostId: number; readonly otherwise: NavigationVerdict };

const OPEN = { kind: 'open' } as const;
const INVALID = { kind: 'invalidAddress' } as const;

/** `fromPath`: the previous page; null on the first load, which is handled like the path /. */
export function checkAddress(
  { route, path, search }: Target,
  fromPath: string | null,
  clusters: KnownClusters,
): AddressVerdict {
  const needs = route.needs ?? [];
  const hostId = parseIdText(search.hostId);
  if (needs.includes('hostId') && clusters?.length === 0) {
    const otherwise = route.worksWithoutClusters
      ? OPEN
      : ({ kind: 'redirect', path: isUnderMon(fromPath) ? '/mon/summary' : '/', search: {} } as const);
    return hostId === undefined ? otherwise : { kind: 'unknownCluster', hostId, otherwise };
  }

  for (const name of route.accepts ?? []) {
    if (search[name] === undefined) continue;
    const id = parseIdText(search[name]);
    if (id === undefined) return INVALID;
    if (name === 'hostId' && clusters?.includes(id) === false)
      return { kind: 'unknownCluster', hostId: id, otherwise: INVALID };
  }

  const objects: { name: IdName; id: number }[] = [];
  for (const name of needs.filter((need) => need !== 'hostId')) {
    const id = parseIdText(search[name]);
    if (id === undefined) return INVALID;
    objects.push({ name, id });
  }

  if (needs.includes('hostId')) {
    // Larger than any id, but well formed: treated as an unknown cluster.
    const isTooLarge = hostId === undefined && isIdText(search.hostId);
    if (isTooLarge || (hostId === undefined && objects.length > 0)) return INVALID;
    // Without the list the id cannot be checked: the page opens and offers a retry.
    if (clusters === null) return OPEN;
    const [first] = clusters;
    if (hostId === undefined && first !== undefined)
      return { kind: 'redirect', path, search: { ...search, hostId: String(first) } };
    if (hostId === undefined) return INVALID;
    if (!clusters.includes(hostId)) return { kind: 'unknownCluster', hostId, otherwise: INVALID };
  }
  return objects.length > 0 ? { kind: 'lookUp', ids: { hostId, objects } } : OPEN;
}

/** unreachable: the request failed; the page opens and offers a retry. */
export type LookUpAnswer =
  | { readonly kind: 'found'; readonly hostId: number | undefined }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' };

/** Whether all objects exist, in the cluster of the address. */
export function areFound(ids: ObjectIds, answers: readonly LookUpAnswer[]): boolean {
  return !answers.some((answer) => {
    if (answer.kind === 'unknown') return true;
    if (answer.kind === 'unreachable') return false;
    return ids.hostId !== undefined && answer.hostId !== undefined && answer.hostId !== ids.hostId;
  });
}

/** An invalid address keeps the previous page; without one, / is shown. */
export function staysAfterInvalidAddress(fromPath: string | null): boolean {
  return fromPath !== null && fromPath !== '/';
}

function isUnderMon(path: string | null): boolean {
  return path === '/mon' || path?.startsWith('/mon/') === true;
}
