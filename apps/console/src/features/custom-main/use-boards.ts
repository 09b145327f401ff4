import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import { BOARDS_TYPE } from '@gwanje/contract/dashboard/wallboards';
import { defaultBoard } from '@gwanje/domain/dashboard/default-board';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { t } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { type BoardsApi, BoardsEditor } from './model/boards-editor.ts';

const params = { type: BOARDS_TYPE };
const boardsQuery = apiQuery(getViewOption, { params }, { staleMs: 0, everyIntervals: 10 });

/** The user's boards. The page polls them slowly, so that a wallboard shows changes made elsewhere. */
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
    return new BoardsEditor(api, () =>
      useSession.getState().wallboard ? [] : [defaultBoard(t('customMain.defaultBoard'))],
    );
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
