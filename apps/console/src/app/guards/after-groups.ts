import { sectionAfterGroupChange } from '#core/navigation/address-after-group-change.ts';
import type { RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import type { SearchText } from './address.ts';

interface Place {
  readonly path: string;
  readonly search: SearchText;
}

/**
 * The target after the page's cluster left the selected groups: a page that needs a cluster goes to its section's first
 * page, a page that only accepts one shows all. Null: the page stays.
 */
export function placeAfterGroups(
  { needs, accepts }: Pick<RouteDeclaration, 'needs' | 'accepts'>,
  { path, search }: Place,
  hostIds: readonly number[],
): Place | null {
  const { hostId, ...others } = search;
  if (hostIds.some((id) => String(id) === hostId)) return null;
  if (needs?.includes('hostId')) return { path: sectionAfterGroupChange(path), search: {} };
  return hostId !== undefined && accepts?.includes('hostId') ? { path, search: others } : null;
}
