import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { confirmLevels } from '@gwanje/domain/mappings/labels';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';
import { onStreamEvent } from '#core/stream/stream.ts';
import {
  type AlarmEvent,
  applyEvents,
  applyLoad,
  type FeedStep,
  MAX_ROWS,
  NO_ALARMS,
  openIds,
} from './feed.ts';
import { throttleLoads } from './throttle-loads.ts';

const MAX_UNACKNOWLEDGED = 200;
const FRESH_MS = 2_000;
/** The minimum interval between two loads of alarms that the stream left out. */
const LOAD_EVERY_MS = 2_000;
/** The delay of a hidden window, which gets no animation frames but must still play sounds. */
const HIDDEN_MS = 200;

/** Loads the unacknowledged alarms, then applies stream events, with at most one render per frame. */
export function useFeed(onFresh: (step: FeedStep) => void) {
  const [feed, setFeed] = useState(NO_ALARMS);
  const [lastEventMs, setLastEventMs] = useState<number | null>(null);
  // The state after the last event, which may not be rendered yet.
  const latest = useRef(NO_ALARMS);
  const hasLoaded = useRef(false);

  const query = useQuery({
    queryKey: [...apiKey(listAlarms), 'realtime'],
    queryFn: ({ signal }) => loadFeed(openIds(latest.current), signal),
    staleTime: FRESH_MS,
    gcTime: 0,
    // The stream's events contain the alarms, so the feed needs no request for them.
    meta: { isOfGroups: true, changesWith: [] },
  });
  const { data, refetch } = query;

  const show = useEffectEvent((step: FeedStep) => {
    latest.current = step.feed;
    setFeed(step.feed);
    if (step.fresh.length > 0) onFresh(step);
  });

  useEffect(() => {
    if (!data) return;
    show(applyLoad(latest.current, data, !hasLoaded.current));
    hasLoaded.current = true;
  }, [data]);

  const read = useEffectEvent(() => void refetch());
  useEffect(() => {
    const loads = throttleLoads(LOAD_EVERY_MS, () => read());
    let waiting: AlarmEvent[] = [];
    let cancel: (() => void) | null = null;

    function flush(): void {
      cancel = null;
      const events = waiting;
      waiting = [];
      const step = applyEvents(latest.current, events);
      show(step);
      setLastEventMs(Date.now());
      if (step.isPartial) loads.request();
    }

    const stop = onStreamEvent((event) => {
      if (event.type === 'reset') loads.request();
      if (event.type !== 'alarm' && event.type !== 'alarmChanged') return;
      waiting.push(event);
      cancel ??= onNextFrame(flush);
    });
    return () => {
      stop();
      loads.close();
      cancel?.();
    };
  }, []);

  return {
    feed,
    /** Undefined: not loaded yet. */
    loadedAtMs: data && query.dataUpdatedAt,
    /** How far the server's clock is ahead of the browser's. */
    serverAheadMs: data ? Date.parse(data.serverTime) - query.dataUpdatedAt : 0,
    lastEventMs,
    error: query.error,
    retry: () => void refetch(),
  };
}

/** Calls `work` with the next animation frame, or after a timeout if the window is hidden. */
function onNextFrame(work: () => void): () => void {
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const go = () => {
    stop();
    work();
  };
  const frame = requestAnimationFrame(go);
  const timer = setTimeout(go, HIDDEN_MS);
  return stop;
}

async function loadFeed(askedIds: ReturnType<typeof openIds>, signal: AbortSignal) {
  const unacknowledged = await call(listAlarms, {
    params: { pageNo: '1', pageCnt: String(MAX_UNACKNOWLEDGED) },
    body: {
      filter: { confirmLevel: [confirmLevels.occurred], isFolded: false },
      orderBy: ['-lastOccurredAt'],
    },
    signal,
  });
  const known =
    askedIds.length === 0
      ? { list: [] }
      : await call(listAlarms, {
          params: { pageNo: '1', pageCnt: String(MAX_ROWS) },
          body: { filter: { alarmId: [...askedIds] } },
          signal,
        });
  return {
    unacknowledged: unacknowledged.list,
    known: known.list,
    askedIds,
    serverTime: unacknowledged.serverTime,
  };
}
