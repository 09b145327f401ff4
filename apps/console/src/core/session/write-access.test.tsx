import { UserNo } from '@gwanje/contract/definition/fields';
import { userStatuses } from '@gwanje/domain/mappings/labels';
import { HeadlessMantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { testUser } from '#core/testing/users.ts';
import { initialiseSession, useActor, useSession } from './session-store.ts';
import { IfMayChange, ReadOnlyNotice } from './write-access.tsx';

const admin = testUser({ role: 1, isKeyUser: 'Y' });
const viewedBy = { userNo: UserNo.parse(9), userId: 'key', name: '대표' };

afterEach(() => {
  cleanup();
  initialiseSession();
});

function Role() {
  return <p>role {useActor()?.role}</p>;
}

const restricted = { ...admin, status: userStatuses.restricted };
test.each([
  ['an admin has admin rights and sees the button', { user: admin }, 1, true],
  ['a restricted admin has fewer rights and no button', { user: restricted }, 2, false],
  ['an admin who views as another admin has fewer rights and no button', { user: admin, viewedBy }, 2, false],
] as const)('%s', (_name, session, role, isOffered) => {
  useSession.setState(session);
  render(
    <HeadlessMantineProvider env="test">
      <Role />
      <IfMayChange>
        <button type="button">수정</button>
      </IfMayChange>
    </HeadlessMantineProvider>,
  );
  expect(screen.getByText(`role ${role}`)).toBeTruthy();
  expect(screen.queryByRole('button') !== null).toBe(isOffered);
});

test('a notice replaces the form and gives the reason', () => {
  useSession.setState({ user: restricted });
  const { rerender } = render(<ReadOnlyNotice />);
  expect(screen.getByText(/관리자에게 요청/)).toBeTruthy();
  useSession.setState({ user: admin, viewedBy });
  rerender(<ReadOnlyNotice />);
  expect(screen.getByText(/먼저 그만 보기/)).toBeTruthy();
});
