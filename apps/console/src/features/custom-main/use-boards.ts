import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { getDashboardObjects, getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import { BOARDS_TYPE } from '@gwanje/contract/dashboard/wallboards';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { listContainers } from '@gwanje/kinds/container/calls';
import { listNodes } from '@gwanje/kinds/node/calls';
import { listPods } from '@gwanje/kinds/pod/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';
import { t } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { defaultBoard } from './default-board.ts';
import { type BoardsApi, BoardsEditor } from './model/boards-editor.ts';

const params = { type: BOARDS_TYPE };
const boardsQuery = apiQuery(getViewOption, { params }, { staleMs: 0 });

/** The user's boards. The page's refresh loads them too, so that changes of another window appear. */
export function useBoards() {
  const client = useQueryClient();
  const query = useQuery(boardsQuery);
  const [editor] = useState(() => {
    const api: BoardsApi = {
      load: () => call(getViewOption, { params }),
      save: async (boardSet, updatedAt) => {
        const body = { ...boardSet };
        const saved = await call(saveViewOption, {
          params,
          query: { ifUpdatedAt: updatedAt ?? 'none' },
          body,
        });
        // A response that is older than this save must not replace it.
        await client.cancelQueries({ queryKey: boardsQuery.queryKey });
        client.setQueryData(boardsQuery.queryKey, { type: BOARDS_TYPE, viewOption: body, ...saved });
        return saved;
      },
    };
    // A wallboard shows only the boards of its link.
    return new BoardsEditor(api, () => (useSession.getState().wallboard ? [] : [defaultBoard(t)]));
  });
  const { data } = query;
  useEffect(() => {
    if (data) editor.receive(data);
  }, [editor, data]);
  useEffect(() => {
    const flush = () => void editor.flush();
    const onHide = () => {
      if (document.hidden) flush();
    };
    const ending = new AbortController();
    document.addEventListener('visibilitychange', onHide, ending);
    window.addEventListener('pagehide', flush, ending);
    return () => {
      ending.abort();
      flush();
    };
  }, [editor]);
  const state = useStore(editor.store);
  return { editor, ...state, error: state.boardSet ? null : query.error, retry: () => void query.refetch() };
}

const reportedByStream: readonly Endpoint[] = [
  getDashboardObjects,
  getDashboardSummary,
  getClusterSummary,
  listPods,
  listNodes,
  listContainers,
  listAlarms,
];

/** Reloads data when the stream reports a change of it. Series reload at the interval of the page. */
export async function refreshBoard(): Promise<void> {
  await invalidate(reportedByStream, { cancelRefetch: false });
}
