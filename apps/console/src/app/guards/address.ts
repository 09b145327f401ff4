import { isIdText, parseIdText } from '@gwanje/domain/formats/id-text';
import type { IdName, RouteDeclaration } from '#core/navigation/feature-manifest.ts';

/** The query of an address as raw text. */
export type SearchText = Readonly<Record<string, string>>;

/** failed: the list could not be loaded, so it is unknown whether there are clusters. */
export type KnownClusters =
  | { readonly kind: 'known'; readonly hostIds: readonly number[] }
  | { readonly kind: 'failed' };

type Needs = Pick<RouteDeclaration, 'needs' | 'accepts' | 'worksWithoutClusters'>;

export interface AddressCase {
  readonly route: Needs;
  readonly search: SearchText;
  readonly clusters: KnownClusters;
  /** The previous page; null on the first load, which is handled like the path /. */
  readonly fromPath: string | null;
}

export interface ObjectIds {
  readonly hostId: number | undefined;
  readonly objects: readonly { readonly name: IdName; readonly id: number }[];
}

export type AddressVerdict =
  | { readonly kind: 'allow' }
  /** The same page with the first cluster's id added. */
  | { readonly kind: 'useFirstCluster'; readonly search: SearchText }
  | { readonly kind: 'leave'; readonly path: '/' | '/mon/summary' }
  | { readonly kind: 'invalid' }
  /** The ids are well formed; requests must show whether the objects exist. */
  | { readonly kind: 'lookUp'; readonly ids: ObjectIds };

export function checkAddress({ route, search, clusters, fromPath }: AddressCase): AddressVerdict {
  const needs = route.needs ?? [];
  if (needs.includes('hostId') && clusters.kind === 'known' && clusters.hostIds.length === 0) {
    if (route.worksWithoutClusters) return { kind: 'allow' };
    return { kind: 'leave', path: isUnderMon(fromPath) ? '/mon/summary' : '/' };
  }

  for (const name of route.accepts ?? []) {
    if (search[name] === undefined) continue;
    const id = parseIdText(search[name]);
    if (id === undefined) return { kind: 'invalid' };
    if (name === 'hostId' && clusters.kind === 'known' && !clusters.hostIds.includes(id))
      return { kind: 'invalid' };
  }

  const objects: { name: IdName; id: number }[] = [];
  for (const name of needs.filter((need) => need !== 'hostId')) {
    const id = parseIdText(search[name]);
    if (id === undefined) return { kind: 'invalid' };
    objects.push({ name, id });
  }

  const hostId = parseIdText(search.hostId);
  if (needs.includes('hostId')) {
    // Larger than any id, but well formed: treated as an unknown cluster.
    const isTooLarge = hostId === undefined && isIdText(search.hostId);
    if (isTooLarge || (hostId === undefined && objects.length > 0)) return { kind: 'invalid' };
    // Without the list the id cannot be checked: the page opens and offers a retry.
    if (clusters.kind === 'failed') return { kind: 'allow' };
    const [first] = clusters.hostIds;
    if (hostId === undefined && first !== undefined)
      return { kind: 'useFirstCluster', search: { ...search, hostId: String(first) } };
    if (hostId === undefined || !clusters.hostIds.includes(hostId)) return { kind: 'invalid' };
  }
  return objects.length > 0 ? { kind: 'lookUp', ids: { hostId, objects } } : { kind: 'allow' };
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
export function afterInvalidAddress(fromPath: string | null): 'stay' | 'goHome' {
  return fromPath === null || fromPath === '/' ? 'goHome' : 'stay';
}

function isUnderMon(path: string | null): boolean {
  return path === '/mon' || path?.startsWith('/mon/') === true;
}
