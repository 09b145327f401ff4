import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { eventsQuery, rangeOf } from '../charts/series-queries.ts';
import { type Happening, happenings } from '../parts/happenings.ts';
import type { PageTime } from './object-frame.tsx';
import type { ObjectView } from './object-view.ts';

/** Events and changes of an object in the range that the page shows. Without the events the changes are still there. */
export function useHappenings(
  view: ObjectView,
  { window }: PageTime,
): { readonly list: readonly Happening[]; readonly isLoading: boolean } {
  const t = useT();
  const events = useQuery({ ...eventsQuery(view.eventFilter, window), placeholderData: keepPreviousData });
  const [openedMs] = useState(Date.now);
  const { fromMs, toMs } = rangeOf(window, events.dataUpdatedAt || openedMs);
  const list = useMemo(
    () => happenings(events.data?.list ?? [], view.changeList, { fromMs, toMs }, t),
    [events.data, view.changeList, fromMs, toMs, t],
  );
  return { list, isLoading: events.isPending };
}
