import { listPods } from '@gwanje/kinds/pod/calls';
import { HeadlessMantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { setNavigation } from '#core/navigation/navigation.ts';
import { sampleOf } from '#core/testing/sample.ts';
import { POD_COLUMNS, podList } from '#entities/inventory/pod-list.ts';
import './monitoring-messages.ts';
import { CompactList } from './object-tables.tsx';

afterEach(cleanup);

test('Enter on a row opens the object: the link in the row is no tab stop', async () => {
  const went: string[] = [];
  setNavigation({ toAddress: (to) => void went.push(to) });
  const { list } = listPods.response.parse(sampleOf(listPods.response, { rowCnt: 1, isSparse: true }));
  render(
    <HeadlessMantineProvider env="test">
      <CompactList list={podList} kind="pod" columns={POD_COLUMNS} rows={list} />
    </HeadlessMantineProvider>,
  );
  const link = screen.getByRole('link', { name: 'sample' });
  expect(link.tabIndex).toBe(-1);
  await userEvent.tab();
  expect(document.activeElement).toBe(link.closest('tr'));
  await userEvent.keyboard('{Enter}');
  expect(went).toEqual(['/mon/pod/summary?hostId=1&podId=1']);
  await userEvent.click(link);
  expect(went).toHaveLength(2);
});
