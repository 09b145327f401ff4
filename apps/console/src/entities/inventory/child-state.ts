import type { MonResult } from '@gwanje/contract/objects/object-states';
import type { StateAppearance } from '@gwanje/ui/list/cells';
import { dimIfStale, monResultAppearance } from '#components/list/columns/state-appearance.ts';
import type { Texts } from '#core/i18n/i18n.ts';

interface Parent {
  readonly childMonResult: MonResult;
  readonly isStale: boolean;
}

/**
 * The worst state of the objects in a cluster or on a node, as a mark beside the parent's own state. Null if
 * nothing is wrong, or if the objects are stale because the parent is stale, which its own state already
 * shows.
 */
export function childAppearance({ childMonResult, isStale }: Parent, texts: Texts): StateAppearance | null {
  if (childMonResult === 'normal' || childMonResult === 'unmonitored') return null;
  if (childMonResult === 'stale' && isStale) return null;
  return dimIfStale(monResultAppearance(childMonResult, texts), isStale);
}

/** Adds the name of the state: '파드 상태: 심각'. */
export function namedAppearance(appearance: StateAppearance | null, name: string): StateAppearance[] {
  return appearance ? [{ ...appearance, label: `${name}: ${appearance.label}` }] : [];
}
