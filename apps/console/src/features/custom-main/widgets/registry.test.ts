import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { COLUMN_CNT } from '../model/layout.ts';
import { widgetKindOf, widgetKinds } from './registry.ts';
import '../custom-main-messages.ts';

// The plot library calls matchMedia when it is loaded.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined })));

const texts = { t, language: 'ko' } as const;
const anySettings = fc.dictionary(
  fc.constantFrom(...'clusterList objectType groupBy sortBy metric cnt span scope other'.split(' ')),
  fc.oneof(
    fc.anything(),
    fc.constantFrom('pod', 'node', 'cluster', 'container', 'namespace', 'NET_RX', 'memUsedBytes', '24h', 7),
    fc.array(fc.integer({ min: 1, max: 99 })),
  ),
);

describe.each(Object.values(widgetKinds))('a widget of kind $name', (kind) => {
  it('makes valid settings of any saved value, with a title for them', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const clean = kind.clean(settings);
        expect(kind.clean(clean)).toEqual(clean);
        expect(kind.fieldErrors(clean)).toEqual({});
        expect(clean).not.toHaveProperty('other');
        expect(kind.title(clean, texts)).toMatch(/\S/);
      }),
    );
  });

  it('has a default size between its minimum and the grid width', () => {
    expect(kind.size.w).toBeGreaterThanOrEqual(kind.minSize.w);
    expect(kind.size.h).toBeGreaterThanOrEqual(kind.minSize.h);
    expect(kind.size.w).toBeLessThanOrEqual(COLUMN_CNT);
  });
});

test.each(['top', 'chart', 'clusterCards'] as const)(
  '%s refuses a count that is no integer or out of range',
  (name) => {
    for (const cnt of [0, -1, 1.5, 99, '', 'ten', null, Number.NaN])
      expect(widgetKinds[name].fieldErrors({ cnt }), String(cnt)).toEqual({ cnt: 'customMain.countError' });
  },
);

test.each(['constructor', '__proto__', 'weather', ''])('%j is not a widget kind', (name) =>
  expect(widgetKindOf(name)).toBeUndefined(),
);
