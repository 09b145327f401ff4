import { UserNo } from '@gwanje/contract/definition/fields';
import { shiftsBetween } from '@gwanje/domain/duty/duty-shifts';
import { aRota } from '@gwanje/domain/duty/testing/rotas';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DutyCalendar } from './duty-calendar.tsx';
import '../duty-messages.ts';

afterEach(cleanup);

test('says of a person who sees only some of the groups that it is so', () => {
  const nowMs = Date.parse('2026-11-18T03:00:00Z');
  const shifts = shiftsBetween(aRota({}), nowMs, nowMs + 1);
  const userNo = UserNo.parse(1);
  const person = { userNo, name: '김당직', userId: 'kim', email: null, problem: 'someGroups' as const };
  render(
    <DutyCalendar
      label="당직표"
      rota={{ timeZone: 'Asia/Seoul', shifts, gaps: [], overlaps: [] }}
      people={new Map([[userNo, person]])}
      view="week"
      days={['2026-11-18']}
      nowMs={nowMs}
    />,
  );
  expect(screen.getByText('대상 그룹 중 일부만 볼 수 있습니다.')).toBeTruthy();
});
