import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import { useCallbackRef } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { logWarning } from '#core/browser/log.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { mayNotSave } from '#core/session/session-store.ts';
import { type Place, placeOf } from '../../floating/panel-at.tsx';
import type { ListDeclaration } from '../define-list.ts';
import { choiceFromAddress, choiceToAddress, type FilterValue, type ListChoice } from './list-address.ts';
import { type ListOptions, listOptionsFrom } from './list-options.ts';

export type PanelKind = 'pick' | 'columns' | 'saved' | 'asOf';
/** The open panel, at the button that opened it. */
export type Panel =
  | { readonly kind: PanelKind; readonly place: Place }
  | { readonly kind: 'filter'; readonly columnId: string; readonly place: Place };

export type ListControls<Row> = ReturnType<typeof useListControls<Row>>;

interface ChangeOptions {
  readonly replace: boolean;
}

/**
 * The user's choices for a list, and the functions that change them. The object stays the same while pages of rows
 * arrive, so that the toolbar does not re-render during a scroll.
 */
export function useListControls<Row>(declaration: ListDeclaration<Row>, addressPrefix: string) {
  const { contract, orderKeys, columns, primaryId, defaultColumns } = declaration;
  const address = useAddress();
  const choice = useMemo(
    () => choiceFromAddress(address.search, contract, addressPrefix, orderKeys),
    [address.search, contract, addressPrefix, orderKeys],
  );
  const known = useMemo(
    () => ({ ids: columns.map(({ id }) => id), primaryId, defaultIds: defaultColumns }),
    [columns, primaryId, defaultColumns],
  );
  const option = useViewOption(`list.${declaration.name}`);
  const options = useMemo(() => listOptionsFrom(option.value, known), [option.value, known]);
  const [panel, setPanel] = useState<Panel | null>(null);

  const change = useCallbackRef((patch: Partial<ListChoice>, how?: ChangeOptions) => {
    void address.change(choiceToAddress({ ...choice, ...patch }, contract, addressPrefix), how);
  });
  const changeFilter = useCallbackRef((id: string, value: FilterValue | undefined, how?: ChangeOptions) => {
    const { [id]: _, ...others } = choice.filter;
    change({ filter: value === undefined ? others : { ...others, [id]: value } }, how);
  });
  const saveOptions = useCallbackRef((next: Partial<ListOptions>) =>
    option.save({ ...option.value, ...options, ...next }),
  );
  const openFilter = useCallback(
    (columnId: string, anchor: HTMLElement) => setPanel({ kind: 'filter', columnId, place: placeOf(anchor) }),
    [],
  );
  const areOptionsLoaded = option.isReady;
  return useMemo(
    () => ({
      declaration,
      choice,
      change,
      changeFilter,
      known,
      options,
      areOptionsLoaded,
      saveOptions,
      panel,
      setPanel,
      openFilter,
    }),
    [
      declaration,
      choice,
      change,
      changeFilter,
      known,
      options,
      areOptionsLoaded,
      saveOptions,
      panel,
      openFilter,
    ],
  );
}

const STALE_MS = 5 * 60_000;

type StoredOption = Readonly<Record<string, unknown>>;
const NO_OPTION: StoredOption = {};

/** One of the user's view options: applied at once, stored by the server. */
export function useViewOption(type: string) {
  const client = useQueryClient();
  const options = apiQuery(getViewOption, { params: { type } }, { staleMs: STALE_MS, changesWith: [] });
  const query = useQuery(options);
  const [local, setLocal] = useState<StoredOption | null>(null);

  function save(option: StoredOption): void {
    setLocal(option);
    // An option that failed to load must not be overwritten; the choice is kept only until the page closes.
    if (!query.data) return;
    client.setQueryData(options.queryKey, { ...query.data, viewOption: { ...option } });
    // Without write access the choice is kept only until the page closes.
    if (mayNotSave()) return;
    call(saveViewOption, { params: { type }, body: { ...option } }).catch((error: unknown) =>
      logWarning(`the view option ${type} could not be saved`, error),
    );
  }

  return { value: local ?? query.data?.viewOption ?? NO_OPTION, isReady: !query.isPending, save };
}
