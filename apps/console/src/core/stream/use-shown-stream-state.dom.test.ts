import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamState } from './connection.ts';
import { useStream } from './stream.ts';
import { PATIENCE_MS, useShownStreamState } from './use-shown-stream-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  useStream.setState({ state: 'connecting', code: null });
});

function change(state: StreamState): void {
  act(() => useStream.setState({ state, code: null }));
}

function pass(ms: number): void {
  act(() => vi.advanceTimersByTime(ms));
}

test('a stream that moves to another server stays connected for the user', () => {
  const { result } = renderHook(useShownStreamState);
  expect(result.current).toBe('connecting');
  change('connected');
  for (const state of ['lost', 'connecting', 'connected'] as const) {
    change(state);
    expect(result.current).toBe('connected');
    pass(PATIENCE_MS / 2);
  }
  pass(PATIENCE_MS);
  expect(result.current).toBe('connected');
});

test('a stream that does not return is lost, however often it tries', () => {
  const { result } = renderHook(useShownStreamState);
  change('connected');
  for (const state of ['lost', 'connecting', 'lost', 'connecting'] as const) {
    change(state);
    pass(PATIENCE_MS / 4);
  }
  expect(result.current).toBe('lost');
  change('lost');
  change('connecting');
  expect(result.current).toBe('lost');
  change('connected');
  expect(result.current).toBe('connected');
});

test('a refusal is shown at once', () => {
  const { result } = renderHook(useShownStreamState);
  change('connected');
  change('refused');
  expect(result.current).toBe('refused');
});
