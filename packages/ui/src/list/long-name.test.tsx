import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LongName } from './long-name.tsx';

afterEach(cleanup);

it.each([
  ['aks-apps-23755738-vmss00000a', ['aks-apps-23755738-vmss', '00000a']],
  ['search-api', ['search-api']],
  ['ip-10-0-1-15.ap-northeast-2.compute.internal', ['ip-10-0-1-15.ap-northeast-2.compute.internal']],
  ['커머스 플랫폼 본부의 운영 클러스터', ['커머스 플랫폼 본부의 운영 클러스터']],
])('%s is cut before its end, if at all, and its text is complete', (text, parts) => {
  const { container } = render(<LongName text={text} />);
  expect([...container.childNodes].map((part) => part.textContent)).toEqual(parts);
  expect(container.textContent).toBe(text);
});

it.each([
  ['aks-apps-23755738-vmss00000a', 'usual'],
  ['cert-manager-87dv65z9b2-qw9pw', 'wide'],
  ['image-resizer-qrwvlg2hkp-wmwhm', 'widest'],
])('the end of %s has the width that it needs', (text, room) => {
  const { container } = render(<LongName text={text} />);
  for (const part of container.children) expect(part.className).toMatch(new RegExp(`${room}(_|$)`));
});
