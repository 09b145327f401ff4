// @vitest-environment jsdom
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

it('what opens is fetched when it is pointed at, before the click, and not before that', async () => {
  const load = vi.fn(async () => ({ text: 'content' }));
  render(<Opening load={load} />);
  expect(load).not.toHaveBeenCalled();
  await userEvent.hover(screen.getByRole('button'));
  expect(load).toHaveBeenCalledOnce();
  expect(screen.queryByText('content')).toBeNull();
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('content')).toBeTruthy();
});

it('those who come by keys have it fetched with the focus', async () => {
  const load = vi.fn(async () => ({ text: 'content' }));
  render(<Opening load={load} />);
  await userEvent.tab();
  expect(load).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('content')).toBeTruthy();
});

it('without a network the click says so, and the next one tries again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => ({ text: 'content' })).mockRejectedValueOnce(new TypeError('no network'));
  render(<Opening load={load} />);
  // By the event alone: pointing and focus would have asked before.
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(useDialogs.getState().queue).toHaveLength(1));
  expect(screen.getByRole('button').getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('content')).toBeTruthy();
});
