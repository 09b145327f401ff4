import { vi } from 'vitest';

/** jsdom has neither media queries nor a size of elements. The stubs end with `vi.unstubAllGlobals`. */
export function stubScreen(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
}
