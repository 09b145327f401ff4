import { getDutyNow } from '@gwanje/contract/duty/duty-calendar';
import type { PersonProblem } from '@gwanje/contract/duty/duty-rotas';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { DutyPanel } from './duty-panel.tsx';

test.each<[PersonProblem, string]>([
  ['someGroups', '일부 그룹만 볼 수 있음'],
  ['suspended', '당직을 설 수 없음'],
])('says of a person on duty with the problem %s: %s', async (problem, text) => {
  signedIn();
  const at = (hour: string) => `2026-11-18T${hour}:00:00Z`;
  const shift = {
    ...{ shiftId: 'day', name: '주간', date: '2026-11-18', fromAt: at('00'), toAt: at('09') },
    ...{ personList: [{ userNo: 1, position: 'first', replacedUserNo: null }], dutyExceptionIdList: [] },
  };
  const person = { userNo: 1, name: '김당직', userId: 'kim', email: null, problem };
  const rota = {
    ...{ dutyRotaId: 1, name: '야간 당직', metaGroupName: '서울', timeZone: 'Asia/Seoul', leadUserNo: null },
    ...{ personList: [person], currentList: [shift], gap: null, next: null },
  };
  const duty = getDutyNow.response.parse({ serverTime: at('01'), changesAt: null, rotaList: [rota] });
  renderPage(() => <DutyPanel duty={duty} onLeave={() => undefined} />, '/');
  expect((await screen.findByText('김당직')).closest('dd')?.textContent).toContain(text);
});
