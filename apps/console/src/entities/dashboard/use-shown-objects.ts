import type { DashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTexts } from '#core/i18n/i18n.ts';
import { objectsQuery } from './dashboard-queries.ts';
import { type ShownObjects, shownObjects } from './model/shown-objects.ts';

export interface ShownAnswer {
  /** The conditions that the objects were requested with. */
  readonly conditions: DashboardConditions;
  readonly objects: ShownObjects;
  /** True while the response for changed conditions is loading. */
  readonly isOutdated: boolean;
}

/** Shows the last response with its conditions until the new response arrives, to avoid flicker. */
export function useShownObjects(conditions: DashboardConditions) {
  const { t, language } = useTexts();
  const query = useQuery(objectsQuery(conditions));
  const [answered, setAnswered] = useState<{
    conditions: DashboardConditions;
    answer: DashboardObjects;
  } | null>(null);
  if (query.data && (answered?.answer !== query.data || answered.conditions !== conditions))
    setAnswered({ conditions, answer: query.data });

  const shown = useMemo<ShownAnswer | null>(
    () =>
      answered && {
        conditions: answered.conditions,
        objects: shownObjects(answered.answer, answered.conditions, { t, language }),
        isOutdated: false,
      },
    [answered, t, language],
  );
  const isOutdated = shown !== null && shown.conditions !== conditions;
  const outdated = useMemo(() => shown && { ...shown, isOutdated: true }, [shown]);
  return { query, shown: isOutdated ? outdated : shown };
}
