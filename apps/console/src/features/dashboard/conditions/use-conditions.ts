import { type DashboardConditions, resolveConditions } from '@gwanje/domain/dashboard/conditions';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type AddressText, useAddress } from '#core/navigation/use-address.ts';
import { setConditions, useDashboard } from '#core/session/dashboard-conditions-store.ts';

interface Chosen {
  readonly conditions: DashboardConditions;
  /** The address when the choice was made. The choice applies until the address changes. */
  readonly addressKey: string;
}

/**
 * The conditions of the address, completed from the session. A choice changes both. A reset by another component
 * (other groups) also removes them from the address, which would override it otherwise.
 */
export function useConditions(): readonly [DashboardConditions, (next: DashboardConditions) => void] {
  const { search, change } = useAddress();
  const stored = useDashboard((state) => state.conditions);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const ownWrite = useRef<DashboardConditions | null>(null);

  const addressKey = JSON.stringify(Object.keys(noConditions).map((name) => search[name]));
  const isAhead = chosen !== null && chosen.addressKey === addressKey;
  const conditions = useSteady(isAhead ? chosen.conditions : resolveConditions(search, stored));

  function keep(next: DashboardConditions): void {
    ownWrite.current = next;
    setConditions(next);
  }

  function choose(next: DashboardConditions): void {
    setChosen({ conditions: next, addressKey });
    keep(next);
    void change({ ...conditionsToAddress(next), [MAP_NAME]: undefined }, { replace: true });
  }

  const keepShown = useEffectEvent((shown: DashboardConditions) => {
    if (!isSame(shown, useDashboard.getState().conditions)) keep(shown);
  });
  useEffect(() => keepShown(conditions), [conditions]);

  const followReset = useEffectEvent((next: DashboardConditions) => {
    if (next === ownWrite.current) return;
    setChosen({ conditions: next, addressKey });
    void change({ ...noConditions, [MAP_NAME]: undefined }, { replace: true });
  });
  useEffect(
    () =>
      useDashboard.subscribe((state, before) => {
        if (state.conditions !== before.conditions) followReset(state.conditions);
      }),
    [],
  );

  return [conditions, choose];
}

/** Returns the same object while the content is the same. */
function useSteady(conditions: DashboardConditions): DashboardConditions {
  const [steady, setSteady] = useState(conditions);
  if (steady === conditions || isSame(steady, conditions)) return steady;
  setSteady(conditions);
  return conditions;
}

export function isSame(a: DashboardConditions, b: DashboardConditions): boolean {
  return JSON.stringify(conditionsToAddress(a)) === JSON.stringify(conditionsToAddress(b));
}

/** The address parameter for the visible part of the map. */
export const MAP_NAME = 'map';

/** No conditions in the address: those of the session apply. */
export const noConditions: AddressText = {
  isAllCluster: undefined,
  clusterList: undefined,
  objectType: undefined,
  groupBy: undefined,
  sortBy: undefined,
  showsGroups: undefined,
};

/** Writes all conditions, defaults too: the session of a user who opens the link would fill in missing ones. */
function conditionsToAddress(conditions: DashboardConditions): AddressText {
  const { isAllCluster, clusterList, objectType, groupBy, sortBy, showsGroups } = conditions;
  const isChosen = !isAllCluster && clusterList.length > 0;
  return {
    isAllCluster: isChosen ? undefined : String(isAllCluster),
    clusterList: isChosen ? clusterList.join(',') : undefined,
    objectType,
    groupBy,
    sortBy,
    // Without a grouping there is no such choice.
    showsGroups: groupBy === 'none' ? undefined : String(showsGroups),
  };
}
