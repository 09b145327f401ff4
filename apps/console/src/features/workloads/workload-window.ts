import { useRange } from '#components/range/use-range.ts';
import type { InfoOf } from '#entities/inventory/info-queries.ts';
import type { Window } from '#entities/object-page/charts/series-queries.ts';

/** The range of the page; of a deleted workload it ends with its deletion. */
export function useWindow({ deletedAt }: Pick<InfoOf<'workload'>, 'deletedAt'>): {
  readonly window: Window;
  readonly control: ReturnType<typeof useRange>;
} {
  const control = useRange();
  const endMs = deletedAt === null ? null : Date.parse(deletedAt);
  return { control, window: { choice: control.choice, endMs, clockAheadMs: 0 } };
}
