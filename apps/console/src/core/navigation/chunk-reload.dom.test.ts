import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, loadChunk, mayReload, reloadForChunk } from './chunk-reload.ts';

beforeEach(() => window.sessionStorage.clear());

describe('mayReload', () => {
  it.each([
    ['allows the reload after the first failure', undefined, '/main', 1000, true],
    ['forbids another reload of the same path at once', { path: '/main', atMs: 1000 }, '/main', 2000, false],
    ['allows a reload of another path', { path: '/main', atMs: 1000 }, '/event-list', 2000, true],
    ['allows a reload of the same path a minute later', { path: '/main', atMs: 1000 }, '/main', 62_000, true],
    ['allows a reload after the clock was set back', { path: '/main', atMs: 900_000 }, '/main', 1000, true],
  ] as const)('%s', (_case, last, path, nowMs, expected) =>
    expect(mayReload(last, path, nowMs)).toBe(expected),
  );
});

describe('reloadForChunk', () => {
  it('loads the target path with its query, once', () => {
    const load = vi.fn();
    expect(reloadForChunk('/mon/summary?hostId=1', 1000, load)).toBe(true);
    expect(load).toHaveBeenCalledExactlyOnceWith('/mon/summary?hostId=1');
    expect(reloadForChunk('/mon/summary?hostId=1', 2000, load)).toBe(false);
    expect(load).toHaveBeenCalledOnce();
  });

  it('ignores an invalid stored value', () => {
    window.sessionStorage.setItem('chunkReload', '{"path":3}');
    expect(reloadForChunk('/main', 1000, vi.fn())).toBe(true);
  });
});

describe('loadChunk', () => {
  it('marks a failed import, so that other errors do not reload the page', async () => {
    await expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(
      ChunkLoadError,
    );
    await expect(loadChunk(() => Promise.resolve(3))).resolves.toBe(3);
  });
});
