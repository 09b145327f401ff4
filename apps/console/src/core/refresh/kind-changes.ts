import type { Kind } from '@gwanje/kinds/definition/kind';
import { type KindKey, kinds, liveKinds } from '@gwanje/kinds/registry';
import type { Change } from '#core/api/query.ts';

/** The changes that the rows and pages of a kind show: its objects, those it reads, their figures and states. */
export function kindChanges(kind: KindKey): readonly Change[] {
  const { reads = [], changesWith = [] }: Kind = kinds[kind];
  const shown = [kind, ...reads, ...changesWith];
  return [...liveKinds.filter((one) => shown.includes(one)), 'sample', 'state', 'alarm'];
}
