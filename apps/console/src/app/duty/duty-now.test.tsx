import { getDutyNow } from '@gwanje/contract/duty/duty-calendar';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { dutyNowQuery } from '#entities/duty/duty-queries.ts';
import { useDutyText } from './duty-now.tsx';

const FROM = '2026-11-18T00:00:00Z';
const TO = '2026-11-18T09:00:00Z';

function rota(dutyRotaId: number, names: readonly string[]) {
  const noMail = { email: null, problem: null };
  const personList = names.map((name, at) => ({ userNo: at + 1, name, userId: name, ...noMail }));
  const positions = ['first', 'second'];
  const shift = {
    ...{ shiftId: 'day', name: '주간', date: '2026-11-18', fromAt: FROM, toAt: TO, dutyExceptionIdList: [] },
    personList: names.map((_, at) => ({ userNo: at + 1, position: positions[at], replacedUserNo: null })),
  };
  return {
    ...{ dutyRotaId, name: '당직', metaGroupName: '서울', timeZone: 'Asia/Seoul', leadUserNo: null },
    personList,
    currentList: names.length > 0 ? [shift] : [],
    gap: names.length > 0 ? null : { fromAt: FROM, toAt: TO, why: 'noShift' },
    next: null,
  };
}

test.each([
  [[['김당직', '이당직']], '현재 당직자: 김당직, 이당직'],
  [[[]], '현재 당직자: 당직자 없음'],
  [[['김당직'], []], '현재 당직자: 김당직. 당직자가 없는 당직표가 1개 있습니다.'],
])('says who is on duty in the rotas %j: %s', async (rotas, text) => {
  signedIn();
  const rotaList = rotas.map((names, at) => rota(at + 1, names));
  const duty = getDutyNow.response.parse({ serverTime: FROM, changesAt: null, rotaList });
  queryClient.setQueryData(dutyNowQuery.queryKey, duty);
  renderPage(() => <p>{useDutyText()}</p>, '/');
  expect(await screen.findByText(text)).toBeTruthy();
});

test('says nothing about duty without a rota', async () => {
  signedIn();
  const duty = getDutyNow.response.parse({ serverTime: FROM, changesAt: null, rotaList: [] });
  queryClient.setQueryData(dutyNowQuery.queryKey, duty);
  renderPage(() => <p>[{useDutyText()}]</p>, '/');
  expect(await screen.findByText('[]')).toBeTruthy();
});
