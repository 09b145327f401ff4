import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import { BOARDS_TYPE } from '@gwanje/contract/dashboard/wallboards';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { t } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { type BoardsApi, BoardsEditor } from './model/boards-editor.ts';
import { firstBoard } from './model/first-board.ts';

const params = { type: BOARDS_TYPE };
const boardsQuery = apiQuery(getViewOption, { params }, { staleMs: 0 });

/** The user's boards. The page's refresh loads them too, so that changes of another window appear. */
export function useBoards() {
  const client = useQueryClient();
  const query = useQuery(boardsQuery);
  const [editor] = useState(() => {
    const api: BoardsApi = {
      load: () => call(getViewOption, { params }),
      save: async (book, updatedAt) => {
        const body = { ...book };
        const saved = await call(saveViewOption, {
          params,
          query: { ifUpdatedAt: updatedAt ?? 'none' },
          body,
        });
        // An answer from before this save must not replace it.
        await client.cancelQueries({ queryKey: boardsQuery.queryKey });
        client.setQueryData(boardsQuery.queryKey, { type: BOARDS_TYPE, viewOption: body, ...saved });
        return saved;
      },
    };
    // A wallboard shows only the boards it was given.
    return new BoardsEditor(api, () => (useSession.getState().wallboard ? [] : [firstBoard(t)]));
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
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [editor]);
  const state = useSyncExternalStore(editor.subscribe, editor.state);
  return { editor, ...state, error: state.book ? null : query.error, retry: () => void query.refetch() };
}
