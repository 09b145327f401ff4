import { beforeEach, expect, test } from 'vitest';
import { closeDialog, showAlert, showConfirm, useDialogs } from './dialog-store.ts';

beforeEach(() => useDialogs.setState({ queue: [] }));

const texts = () => useDialogs.getState().queue.map(({ options }) => options.text);
const firstId = () => useDialogs.getState().queue[0]?.id ?? -1;

test('dialogs are shown one after the other, in the order of their calls', async () => {
  const first = showAlert({ text: 'first' });
  const second = showConfirm({ text: 'second' });
  const third = showConfirm({ text: 'third' });
  expect(texts()).toEqual(['first', 'second', 'third']);
  closeDialog(firstId(), true);
  await first;
  expect(texts()).toEqual(['second', 'third']);
  closeDialog(firstId(), true);
  closeDialog(firstId(), false);
  expect([await second, await third]).toEqual([true, false]);
  expect(texts()).toEqual([]);
});

test('a double click closes only one dialog', async () => {
  void showConfirm({ text: 'first' });
  void showConfirm({ text: 'second' });
  const id = firstId();
  closeDialog(id, true);
  closeDialog(id, true);
  expect(texts()).toEqual(['second']);
});
