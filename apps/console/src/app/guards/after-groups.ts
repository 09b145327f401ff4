import { sectionAfterGroupChange } from '#core/groups/group-change.ts';
import type { RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import type { SearchText } from './address.ts';

interface Place {
  readonly path: string;
  readonly search: SearchText;
}

/**
 * Where a page goes whose cluster is not in the selected groups any more: one that needs a cluster gives way to its
 * section's first page, one that only accepts it shows those of all. Null: it stays.
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
