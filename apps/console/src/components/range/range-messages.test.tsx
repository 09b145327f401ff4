import { act, renderHook } from '@testing-library/react';
import { useMemo } from 'react';
import { expect, test } from 'vitest';
import { addMessages, useT } from '#core/i18n/i18n.ts';
import { range as en } from './range-messages.en.ts';
import { range as ko } from './range-messages.ko.ts';

test('components render again when their messages arrive', async () => {
  const { result } = renderHook(() => {
    const translate = useT();
    return useMemo(() => translate('range.compare'), [translate]);
  });
  act(() => addMessages('range', { ko: Object.assign({}, ko, { compare: 'earlier' }), en }));
  expect(result.current).toBe('earlier');
  act(() => addMessages('range', { ko, en }));
  expect(result.current).toBe(ko.compare);
});
