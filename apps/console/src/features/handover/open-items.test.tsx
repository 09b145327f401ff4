import { DutyRotaId, HandoverItemId } from '@gwanje/contract/definition/fields';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import './handover-messages.ts';
import { OpenItems } from './open-items.tsx';

test('an item that was closed after the shift is shown as open at its end, and not offered to be closed again', async () => {
  signedIn();
  const open = { createdBy: '김관제', createdAt: '2026-01-05T00:00:00Z', closedBy: null, closedAt: null };
  const itemOf = (id: number, text: string) => {
    return { ...open, key: `item:${id}`, handoverItemId: HandoverItemId.parse(id), text };
  };
  const closed = { closedBy: '이당직', closedAt: '2026-01-06T00:05:00Z' };
  const items = [
    itemOf(1, '인증서 갱신'),
    { ...itemOf(2, '디스크 교체'), ...closed, isClosedLater: true },
    // As older versions stored it: without who closed it, and when.
    { ...itemOf(3, '메모리 증설'), isClosedLater: true },
  ];
  const shift = { dutyRotaId: DutyRotaId.parse(1), fromAt: '2026-01-05T00:00:00Z' };
  renderPage(() => <OpenItems {...shift} items={items} />, '/handover');
  const [first, second, older] = await screen.findAllByRole('listitem');
  const buttons = screen.getAllByRole('button', { name: /완료$/ });
  expect(buttons.map(({ ariaLabel }) => ariaLabel)).toEqual(['인증서 갱신 완료']);
  expect(first?.textContent).not.toContain('근무 종료 후 완료');
  expect(second?.textContent).toContain('이당직 완료');
  expect(second?.textContent).toContain('근무 종료 후 완료');
  expect(second?.dataset.closed).toBeUndefined();
  expect(older?.textContent).toContain('근무 종료 후 완료');
});
