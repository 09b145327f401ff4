import { MantineProvider, Select } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { showAlert, useDialogs } from '#core/dialogs/dialog-store.ts';
import { GlobalDialogs } from '#core/dialogs/global-dialogs.tsx';
import { stubScreen } from '#core/testing/screen.ts';
import { ModalDialog } from './modal-dialog.tsx';
import { SideDrawer } from './side-drawer.tsx';

beforeAll(stubScreen);
beforeEach(() => useDialogs.setState({ queue: [] }));
afterEach(cleanup);

/** The z-index of the overlay and of the dialog. */
function layersOf(name: string): (string | undefined)[] {
  const inner = screen.getByRole('dialog', { name }).closest('[class*="-inner"]');
  const root = inner?.closest<HTMLElement>('[style*="--mb-z-index"]');
  const overlay = root?.querySelector<HTMLElement>('[class*="-overlay"]');
  return [overlay?.style.getPropertyValue('--overlay-z-index'), root?.style.getPropertyValue('--mb-z-index')];
}

const dialogs = {
  form: (
    <ModalDialog title="form" onClose={() => {}}>
      <Select aria-label="group" data={['one', 'two']} />
    </ModalDialog>
  ),
  drawer: (
    <SideDrawer title="drawer" onClose={() => {}}>
      content
    </SideDrawer>
  ),
};

test.each(['form', 'drawer'] as const)('the overlay of a %s lies at 2000, the dialog at 2400', (name) => {
  render(<MantineProvider>{dialogs[name]}</MantineProvider>);
  expect(layersOf(name)).toEqual(['2000', '2400']);
});

test('the list of a field in a dialog lies above the dialog', async () => {
  render(<MantineProvider>{dialogs.form}</MantineProvider>);
  await userEvent.click(screen.getByRole('combobox', { name: 'group' }));
  const list = await screen.findByRole('listbox', { hidden: true });
  expect(Number(list.closest<HTMLElement>('[style*="z-index"]')?.style.zIndex)).toBeGreaterThan(2400);
});

test('an alert lies at 2000 and 2400; above a form its overlay covers the form', () => {
  render(
    <MantineProvider>
      <GlobalDialogs />
    </MantineProvider>,
  );
  act(() => void showAlert({ text: 'text' }));
  expect(layersOfAlert()).toEqual(['2000', '2400']);
  cleanup();
  useDialogs.setState({ queue: [] });
  render(
    <MantineProvider>
      {dialogs.form}
      <GlobalDialogs />
    </MantineProvider>,
  );
  act(() => void showAlert({ text: 'text' }));
  expect(layersOfAlert()).toEqual(['2400', '2400']);
});

function layersOfAlert(): (string | undefined)[] {
  const stage = screen.getByRole('alertdialog').parentElement;
  const overlay = stage?.previousElementSibling;
  return [overlay instanceof HTMLElement ? overlay.style.zIndex : undefined, stage?.style.zIndex];
}
