import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { SchedulePage } from './schedule-page.tsx';
import './report-messages.ts';

test('says in words when and why a report that was due is not made', async () => {
  const schedule = {
    ...{ reportScheduleId: 1, metaGroupId: 1, metaGroupName: '서울', name: '주간 회의', kind: 'weekly' },
    ...{ timeZone: 'Asia/Seoul', time: '09:00', recipientList: ['noc@example.com'], language: 'ko' },
    ...{ isOn: true, nextAt: '2026-11-23T00:00:00Z', last: null, delivery: null, version: 0 },
    failure: { why: 'noAccess', at: '2026-11-16T00:00:30Z' },
  };
  const answer = { serverTime: '2026-11-18T00:00:00Z', hasMailServer: true, scheduleList: [schedule] };
  signedIn().on('/api/v1/report/schedule/list', () => envelope(200, answer));
  renderPage(SchedulePage, '/setting/report');
  const text = await screen.findByText(/보고서를 만들지 못했습니다/);
  expect(text.textContent).toContain('일정을 저장한 관리자가 더 이상 이 그룹을 볼 수 없습니다.');
});
