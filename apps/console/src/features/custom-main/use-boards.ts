import { getViewOption, saveViewOption } from '@gwanje/contract/view-options';
import { BOARDS_TYPE } from '@gwanje/contract/wallboards';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { t } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { BoardKeeper, type BoardStore } from './model/board-keeper.ts';
import { firstBoard } from './model/first-board.ts';

const params = { type: BOARDS_TYPE };
const boardsQuery = apiQuery(getViewOption, { params }, { staleMs: 0 });

/** The user's boards. The page's refresh asks for them too: what another window keeps comes in with it. */
export function useBoards() {
  const client = useQueryClient();
  const query = useQuery(boardsQuery);
  const [keeper] = useState(() => {
    const store: BoardStore = {
      load: () => call(getViewOption, { params }),
      save: async (book, updatedAt) => {
        const body = { ...book };
        const saved = await call(saveViewOption, {
          params,
          query: { ifUpdatedAt: updatedAt ?? 'none' },
          body,
        });
        // An answer from before must not come after.
        await client.cancelQueries({ queryKey: boardsQuery.queryKey });
        client.setQueryData(boardsQuery.queryKey, { type: BOARDS_TYPE, viewOption: body, ...saved });
        return saved;
      },
    };
    // A wallboard shows what it was given, and where that is gone, nothing.
    return new BoardKeeper(store, () => (useSession.getState().wallboard ? [] : [firstBoard(t)]));
  });
  const { data } = query;
  useEffect(() => {
    if (data) keeper.heard(data);
  }, [keeper, data]);
  useEffect(() => {
    const flush = () => void keeper.flush();
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
  }, [keeper]);
  const state = useSyncExternalStore(keeper.subscribe, keeper.state);
  return { keeper, ...state, error: state.book ? null : query.error, retry: () => void query.refetch() };
}
