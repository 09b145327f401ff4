import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { stubScreen } from '#core/testing/screen.ts';
import { MenuButton } from './menu-button.tsx';

beforeAll(async () => {
  // The first import is slow in tests, not in a browser.
  await import('./floating-menu.tsx');
  stubScreen();
});
afterEach(cleanup);

function show() {
  const onChoose = vi.fn<(id: string) => void>();
  render(
    <MantineProvider env="test">
      <MenuButton
        position="bottom-end"
        entries={['one', 'two'].map((id) => ({
          kind: 'choice',
          id,
          label: id,
          isChosen: id === 'one',
          onChoose: () => onChoose(id),
        }))}
      >
        {(opener) => (
          <button type="button" {...opener}>
            number
          </button>
        )}
      </MenuButton>
    </MantineProvider>,
  );
  return { onChoose, user: userEvent.setup(), button: screen.getByRole('button', { name: 'number' }) };
}

it('a click before the modules are loaded opens the menu, and the button is marked as expanded', async () => {
  const { user, button } = show();
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  const menu = await screen.findByRole('menu', { name: 'number' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(button.getAttribute('aria-controls')).toBe(menu.id);
  const found = screen.getAllByRole('menuitemradio').map((item) => item.getAttribute('aria-checked'));
  expect(found).toEqual(['true', 'false']);
});

it('a choice closes the menu, and the focus returns to the button', async () => {
  const { user, button, onChoose } = show();
  await user.click(button);
  await user.click(await screen.findByRole('menuitemradio', { name: 'two' }));
  expect(onChoose.mock.calls).toEqual([['two']]);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('a second click closes the menu', async () => {
  const { user, button } = show();
  await user.click(button);
  await screen.findByRole('menu');
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(button.getAttribute('aria-expanded')).toBe('false');
});
