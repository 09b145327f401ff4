import { QueryObserver } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { refreshNow, useAutoRefresh } from './auto-refresh.ts';
import { chooseRefresh, REFRESH_KEY, readRefresh, refreshIntervalMs, useRefresh } from './refresh-store.ts';

let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  window.localStorage.clear();
  useRefresh.setState(readRefresh());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setHidden(hidden: boolean): void {
  isHidden = hidden;
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

function refreshing(isRefreshPage: boolean) {
  const refresh = vi.fn();
  const { unmount } = renderHook(() => useAutoRefresh(isRefreshPage, refresh));
  return { refresh, unmount };
}

describe('the interval', () => {
  test('is 30 seconds by default, and a chosen interval is stored', () => {
    expect(readRefresh()).toEqual({ choice: '30s', isChosen: false });
    chooseRefresh('1m');
    expect(useRefresh.getState()).toEqual({ choice: '1m', isChosen: true });
    expect(readRefresh()).toEqual({ choice: '1m', isChosen: true });
  });

  test('is the default if the stored value is invalid', () => {
    window.localStorage.setItem(REFRESH_KEY, '2s');
    expect(readRefresh()).toEqual({ choice: '30s', isChosen: false });
  });

  test.each([
    ['off', null],
    ['10s', 10_000],
    ['30s', 30_000],
    ['1m', 60_000],
  ] as const)('%s is %s ms', (choice, ms) => {
    expect(refreshIntervalMs({ choice, isChosen: true }, true)).toBe(ms);
  });

  test('applies to other pages only after the user has chosen it', () => {
    expect(refreshIntervalMs({ choice: '30s', isChosen: false }, false)).toBeNull();
    expect(refreshIntervalMs({ choice: '30s', isChosen: true }, false)).toBe(30_000);
  });
});

describe('a refresh page', () => {
  test('reloads at every interval until it is closed', () => {
    const { refresh, unmount } = refreshing(true);
    vi.advanceTimersByTime(29_999);
    expect(refresh).not.toHaveBeenCalled();
    vi.advanceTimersByTime(30_001);
    expect(refresh).toHaveBeenCalledTimes(2);
    unmount();
    vi.advanceTimersByTime(60_000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test('follows a change of the interval', () => {
    const { refresh } = refreshing(true);
    act(() => chooseRefresh('10s'));
    vi.advanceTimersByTime(30_000);
    expect(refresh).toHaveBeenCalledTimes(3);
    act(() => chooseRefresh('off'));
    vi.advanceTimersByTime(300_000);
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  test('sends no request while hidden, and refreshes at once if it becomes visible after the interval', () => {
    const { refresh } = refreshing(true);
    setHidden(true);
    vi.advanceTimersByTime(300_000);
    expect(refresh).not.toHaveBeenCalled();
    setHidden(false);
    vi.advanceTimersByTime(0);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('that becomes visible before the interval ends keeps its schedule', () => {
    const { refresh } = refreshing(true);
    vi.advanceTimersByTime(10_000);
    setHidden(true);
    vi.advanceTimersByTime(5_000);
    setHidden(false);
    vi.advanceTimersByTime(14_999);
    expect(refresh).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

describe('a query on screen', () => {
  const answers = { changed: vi.fn(async () => 1), series: vi.fn(async () => 1) };
  let stop: (() => void)[];

  beforeEach(async () => {
    stop = (['changed', 'series'] as const).map((key) =>
      new QueryObserver(queryClient, { queryKey: [key], queryFn: answers[key] }).subscribe(() => {}),
    );
    await vi.advanceTimersByTimeAsync(0);
    vi.clearAllMocks();
    renderHook(() => useAutoRefresh(true));
  });
  afterEach(() => {
    for (const end of stop) end();
    queryClient.clear();
  });

  test('reloads after the interval, unless it was fetched just before', async () => {
    await vi.advanceTimersByTimeAsync(29_000);
    await queryClient.invalidateQueries({ queryKey: ['changed'] });
    expect(answers.changed).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answers.changed).toHaveBeenCalledTimes(1);
    expect(answers.series).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(answers.changed).toHaveBeenCalledTimes(2);
    expect(answers.series).toHaveBeenCalledTimes(2);
  });

  test('reloads whenever the user asks', async () => {
    await refreshNow();
    expect(answers.changed).toHaveBeenCalledTimes(1);
    expect(answers.series).toHaveBeenCalledTimes(1);
  });
});
