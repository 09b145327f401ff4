import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LongName } from './long-name.tsx';

afterEach(cleanup);

it.each([
  ['aks-apps-23755738-vmss00000a', '00000a'],
  ['cert-manager-87dv65z9b2-qw9pw', '-qw9pw'],
  ['search-api', undefined],
  ['ip-10-0-1-15.ap-northeast-2.compute.internal', undefined],
  ['커머스 플랫폼 본부의 운영 클러스터', undefined],
])('%s is cut before its end %s, if at all, and its text is complete', (text, tail) => {
  const { container } = render(<LongName text={text} />);
  expect(container.querySelector('[data-tail]')?.getAttribute('data-tail')).toBe(tail);
  expect(container.textContent).toBe(text);
});
