import { defaultBoard } from '@gwanje/domain/dashboard/default-board';
import { expect, test, vi } from 'vitest';
import { COLUMN_CNT, overlap } from '../model/layout.ts';
import { minSizeOf, widgetKindOf } from './registry.ts';

// The plot library calls matchMedia when it is loaded.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined })));

test('the default board has only known kinds, at least of minimum size and without overlaps', () => {
  const { widgets } = defaultBoard('전체 현황');
  for (const [index, { kind, area, settings }] of widgets.entries()) {
    const minSize = minSizeOf(kind);
    expect(widgetKindOf(kind)?.clean(settings)).toMatchObject(settings);
    const expected = [true, true, true];
    expect([area.w >= minSize.w, area.h >= minSize.h, area.x + area.w <= COLUMN_CNT]).toEqual(expected);
    expect(widgets.slice(index + 1).some((other) => overlap(area, other.area))).toBe(false);
  }
});
