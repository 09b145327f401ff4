import { HostId, ObjectId } from '@gwanje/contract/definition/fields';
import type { CauseLine } from '@gwanje/kinds/calls/causes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { CauseList } from './cause-list.tsx';

const AT = '2026-11-16T01:00:00.000Z';
const HOSTILE = '<img src=x onerror=alert(1)>';

const object = { kind: 'workload', id: ObjectId.parse(3), name: 'web', namespace: 'shop' } as const;
const place = { hostId: HostId.parse(1), at: AT, distanceS: 120, relation: 'owner' } as const;
const line = { ...object, ...place, score: 1, foldedList: [], objectCnt: 1, otherClusterCnt: 2 };
const changeList = [{ container: 'app', field: 'image', from: 'web:1', to: HOSTILE }];
const edit: CauseLine = { ...line, rule: 'imageChanged', evidence: { rule: 'imageChanged', changeList } };
const failed = { type: 'Warning', reason: 'FailedCreate', message: HOSTILE, cnt: 9, usualCnt: 0 } as const;
const evidence = { rule: 'eventBurst', ...failed } as const;
const burst: CauseLine = { ...line, kind: null, id: null, rule: 'eventBurst', evidence };

function open(list: CauseLine[]) {
  signedIn();
  const causes = { serverTime: AT, at: AT, from: AT, to: AT, list, recallList: [], missingList: [] };
  renderPage(() => <CauseList causes={causes} isOfAlarm />, '/');
}

test('a changed workload leads to its page and to its manifests before and after', async () => {
  open([edit]);
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toContain('다른 클러스터 2개도 같은 변화');
  const hrefOf = (name: string) => within(item).getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('shop/web')).toContain('/mon/workload/summary?hostId=1&workloadId=3&from=');
  expect(hrefOf('변경 비교')).toContain('/mon/workload/manifest?hostId=1&workloadId=3&at=');
  await userEvent.click(within(item).getByRole('button', { name: /자세히/ }));
  expect(item.textContent).toContain(`web:1 → ${HOSTILE}`);
  expect(document.querySelector('img')).toBeNull();
});

test('a burst about an object that is not collected leads to its events only', async () => {
  open([burst]);
  const item = await screen.findByRole('listitem');
  const [link, ...others] = within(item).getAllByRole('link');
  expect(others).toEqual([]);
  expect(link?.getAttribute('href')).toContain('/mon/event-list?hostId=1&f.reason=%3DFailedCreate');
});
