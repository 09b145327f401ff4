import { expect, it, vi } from 'vitest';
import { createCursorStore } from './chart-group.tsx';

it('the store notifies its listeners of a new instant once, until they unsubscribe', () => {
  const store = createCursorStore();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.set({ atMs: 1, source: 'a' });
  store.set({ atMs: 1, source: 'a' });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.get()).toEqual({ atMs: 1, source: 'a' });
  store.set(null);
  store.set(null);
  leave();
  store.set({ atMs: 2, source: 'a' });
  expect(listener).toHaveBeenCalledTimes(2);
});
