import { userStatuses } from '@gwanje/domain/mappings/labels';
import { HeadlessMantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { initialiseSession, useSession } from '#core/session/session-store.ts';
import { testUser } from '#core/testing/users.ts';
import { NO_CHOICE } from '../state/list-address.ts';
import { SavedFilters } from './saved-filters.tsx';
import '../object-list-messages.ts';

afterEach(() => {
  cleanup();
  initialiseSession();
});

test.each([
  [userStatuses.normal, ['밤', '밤 삭제', '저장']],
  // A read-only user cannot save filters, so they can only be applied.
  [userStatuses.restricted, ['밤']],
])('for a user of status %i a saved filter offers %j', (status, buttons) => {
  useSession.setState({ user: testUser({ status }) });
  render(
    <HeadlessMantineProvider env="test">
      <SavedFilters
        controls={{
          declaration: { contract: {} },
          choice: { ...NO_CHOICE, filter: { name: 'web' } },
          options: { layout: { shown: [], widths: {} }, filters: [{ name: '밤', address: {} }] },
          change: () => {},
          saveOptions: () => {},
          setPanel: () => {},
        }}
      />
    </HeadlessMantineProvider>,
  );
  const names = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(buttons);
});
