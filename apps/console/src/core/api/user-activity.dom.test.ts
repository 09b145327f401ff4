import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { insertSubGroup } from '@gwanje/contract/users/groups';
import { UNATTENDED_HEADER } from '@gwanje/contract/users/session';
import { afterEach, expect, test, vi } from 'vitest';
import { envelope } from '#core/testing/fake-network.ts';
import { freshPage } from '#core/testing/page.ts';
import { call } from './client.ts';

const NAMES = '/api/v1/cluster/name-list';
const INSERT = '/api/v1/group/sub/insert';

afterEach(() => vi.useRealTimers());

async function page() {
  const opened = await freshPage();
  opened.network.on(NAMES, () => envelope(200, { clusterList: [] }));
  opened.network.on(INSERT, () => envelope(201, { subGroupId: 1 }));
  const isMarked = async (ask: () => Promise<unknown>) => {
    await ask();
    return opened.network.requests.at(-1)?.headers.get(UNATTENDED_HEADER) === '1';
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  return { isMarked };
}

const read = () => call(listClusterNames);
const write = () => call(insertSubGroup, { body: { metaGroupId: 1, name: 'new' } });

test('reads are marked as unattended after a minute without input, until the next input', async () => {
  const { isMarked } = await page();
  expect(await isMarked(read)).toBe(false);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await isMarked(read)).toBe(true);
  window.dispatchEvent(new Event('pointermove'));
  expect(await isMarked(read)).toBe(true);
  window.dispatchEvent(new Event('keydown'));
  expect(await isMarked(read)).toBe(false);
});

test('a write is never marked as unattended', async () => {
  const { isMarked } = await page();
  vi.setSystemTime(Date.now() + 61_000);
  expect(await isMarked(write)).toBe(false);
});
