import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useDialogs } from '#core/dialogs/dialog-store.ts';
import { useOpener } from './use-opener.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Opening({ load }: { readonly load: () => Promise<{ readonly text: string }> }) {
  const { button, opened } = useOpener('dialog', load);
  return (
    <>
      <button type="button" {...button}>
        open
      </button>
      {opened?.floating.isOpen && <p>{opened.parts.text}</p>}
    </>
  );
}

it('the modules load when the user points at the button, not before', async () => {
  const load = vi.fn(async () => ({ text: 'content' }));
  render(<Opening load={load} />);
  expect(load).not.toHaveBeenCalled();
  await userEvent.hover(screen.getByRole('button'));
  expect(load).toHaveBeenCalledOnce();
  expect(screen.queryByText('content')).toBeNull();
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('content')).toBeTruthy();
});

it('the modules load when the button gets the focus', async () => {
  const load = vi.fn(async () => ({ text: 'content' }));
  render(<Opening load={load} />);
  await userEvent.tab();
  expect(load).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('content')).toBeTruthy();
});

it('a click without a network shows an error, and the next click tries again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => ({ text: 'content' })).mockRejectedValueOnce(new TypeError('no network'));
  render(<Opening load={load} />);
  // Sends only the click event, because pointer or focus events would load the modules before.
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(useDialogs.getState().queue).toHaveLength(1));
  expect(screen.getByRole('button').getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('content')).toBeTruthy();
});
