import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { between } from './range-choice.ts';
import { useRange } from './use-range.ts';

const FROM_MS = Date.parse('2026-11-15T11:20:00Z');
const TO_MS = Date.parse('2026-11-15T11:50:00Z');

function Page() {
  const { choice, zoom, zoomOut } = useRange();
  return (
    <>
      <output>{JSON.stringify(choice)}</output>
      <button type="button" onClick={() => zoom(FROM_MS, TO_MS)}>
        zoom
      </button>
      <button type="button" onClick={zoomOut}>
        zoom out
      </button>
    </>
  );
}

async function shown(): Promise<unknown> {
  return JSON.parse((await screen.findByRole('status')).textContent);
}

test('a zoom writes its range to the address, where a new window finds it', async () => {
  signedIn();
  const address = renderPage(Page, '/mon/pod/cpu?hostId=1&podId=2&range=3h');
  expect(await shown()).toEqual({ kind: 'last', span: '3h' });
  await userEvent.click(screen.getByRole('button', { name: 'zoom' }));
  await waitFor(() => expect(address()).toContain('from='));
  const zoomed = new URLSearchParams(address().split('?')[1]);
  const expected = { hostId: '1', podId: '2', from: '2026-11-15T11:20:00Z', to: '2026-11-15T11:50:00Z' };
  expect(Object.fromEntries(zoomed)).toEqual(expected);
  cleanup();
  renderPage(Page, address());
  expect(await shown()).toEqual(between(FROM_MS, TO_MS));
});

test('zooming out returns to the range before the zoom', async () => {
  signedIn();
  const address = renderPage(Page, '/mon/pod/cpu?range=3h');
  await userEvent.click(await screen.findByRole('button', { name: 'zoom' }));
  await waitFor(() => expect(address()).toContain('from='));
  await userEvent.click(screen.getByRole('button', { name: 'zoom out' }));
  await waitFor(() => expect(address()).toBe('/mon/pod/cpu?range=3h'));
});
