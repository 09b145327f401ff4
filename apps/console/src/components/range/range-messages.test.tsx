import { act, renderHook } from '@testing-library/react';
import { useMemo } from 'react';
import { expect, test } from 'vitest';
import { useT } from '#core/i18n/i18n.ts';
import { range } from './range-messages.ko.ts';

test('components render again when their messages arrive', async () => {
  const { result } = renderHook(() => {
    const translate = useT();
    return useMemo(() => translate('range.compare'), [translate]);
  });
  expect(result.current).toBe('range.compare');
  await act(() => import('./range-messages.ts'));
  expect(result.current).toBe(range.compare);
});
