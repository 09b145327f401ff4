import './event-messages.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { AllEventsPage } from './event-pages.tsx';

const AT = '2026-11-18T07:00:00Z';

beforeEach(() => {
  // jsdom has no layout. The mock makes room for ten rows and the header.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(352);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1600);
});
afterEach(() => vi.restoreAllMocks());

function event(eventId: number, level: 'normal' | 'warning' | 'critical', reason: string) {
  const type = level === 'normal' ? 'Normal' : 'Warning';
  const place = { hostId: 3, clusterName: 'prod-seoul', containerName: null, source: 'kubelet' };
  const object = {
    objectKind: 'Node',
    objectNamespace: null,
    objectName: `node-${eventId}`,
    objectId: eventId,
  };
  const times = { count: 1, firstAt: AT, lastAt: AT };
  return { eventId, level, type, reason, message: 'text', ...place, ...object, ...times };
}

test('chips have the specified colours, and only the row of a critical event is marked', async () => {
  const network = signedIn();
  const list = [event(1, 'normal', 'A'), event(2, 'warning', 'B'), event(3, 'critical', 'SystemOOM')];
  const answer = { totalCnt: 3, pageNo: 1, pageCnt: 100, list, serverTime: AT, isTruncated: false };
  network.on('/api/v1/events/1/100', () => envelope(200, answer));
  const option = { type: 'list.events', viewOption: {}, updatedAt: null };
  network.on('/api/v1/viewoption/list.events', () => envelope(200, option));
  renderPage(AllEventsPage, '/event-list');
  const looks = [];
  for (const [name, label] of [
    ['node-1', '정상'],
    ['node-2', '경고'],
    ['node-3', '심각'],
  ] as const) {
    const row = (await screen.findByRole('link', { name })).closest('tr');
    if (!row) throw new Error(`${name} is not in a row`);
    const chip = within(row).getByText(label).parentElement;
    looks.push([
      chip?.className.match(/_?(orange|pink|grey|red)/)?.[1],
      row.querySelector('.mdi-alert-octagon') !== null,
      /critical/.test(row.className),
    ]);
  }
  expect(looks).toEqual([
    ['orange', false, false],
    ['pink', false, false],
    ['grey', true, true],
  ]);
});
