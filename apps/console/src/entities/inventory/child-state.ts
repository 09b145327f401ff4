import type { MonResult } from '@gwanje/contract/states';
import type { StateAppearance } from '@gwanje/ui/list/cells';
import { dimIfStale, monResultAppearance } from '#components/list/columns/state-appearance.ts';
import type { CellContext } from '#components/list/define-list.ts';

interface Parent {
  readonly childMonResult: MonResult;
  readonly isStale: boolean;
}

/**
 * The worst of what is in a cluster or on a node, a mark beside its own state. Null where nothing is wrong in it, or
 * where it is as silent as its parent, which says so itself.
 */
export function childLook(
  { childMonResult, isStale }: Parent,
  words: Pick<CellContext, 't' | 'language'>,
): StateAppearance | null {
  if (childMonResult === 'normal' || childMonResult === 'unmonitored') return null;
  if (childMonResult === 'stale' && isStale) return null;
  return dimIfStale(monResultAppearance(childMonResult, words), isStale);
}

/** With whose state it is: '파드 상태: 심각'. */
export function namedLook(look: StateAppearance | null, name: string): StateAppearance[] {
  return look ? [{ ...look, label: `${name}: ${look.label}` }] : [];
}
