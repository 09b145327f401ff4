import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { logWarning } from '#core/browser/log.ts';
import { mayNotSave } from '#core/session/session-store.ts';

const STALE_MS = 5 * 60_000;

type StoredOption = Readonly<Record<string, unknown>>;
const NO_OPTION: StoredOption = {};

/** One of the user's view options: applied at once, stored by the server. */
export function useViewOption(type: string) {
  const client = useQueryClient();
  const options = apiQuery(getViewOption, { params: { type } }, { staleMs: STALE_MS });
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
