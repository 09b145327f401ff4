import { listClusters } from '@gwanje/contract/clusters/clusters';
import { listLogos } from '@gwanje/contract/settings/logos';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { saveGroupSelection } from '#core/groups/groups.ts';
import { envelope, networkDown } from '#core/testing/fake-network.ts';
import { freshPage, settleAll } from '#core/testing/page.ts';
import { apiKey, apiQuery } from './query.ts';
import { queryClient } from './query-client.ts';

const LIST = '/api/v1/cluster/list';
const clusters = apiQuery(listClusters, { body: { filter: { name: 'a' } } }, { staleMs: 60_000 });

test('queries with the same input share a response while it is fresh', async () => {
  const { network } = await freshPage();
  network.on(LIST, () => envelope(200, { list: [] }));
  await queryClient.fetchQuery(clusters);
  await queryClient.fetchQuery(
    apiQuery(listClusters, { body: { filter: { name: 'a' } } }, { staleMs: 60_000 }),
  );
  expect(network.requestsOf(LIST)).toHaveLength(1);
  await queryClient.fetchQuery(
    apiQuery(listClusters, { body: { filter: { name: 'b' } } }, { staleMs: 60_000 }),
  );
  expect(network.requestsOf(LIST)).toHaveLength(2);
  await queryClient.invalidateQueries({ queryKey: apiKey(listClusters) });
  await queryClient.fetchQuery(clusters);
  expect(network.requestsOf(LIST)).toHaveLength(3);
});

test('another group selection drops responses that depend on it, and queries on screen reload', async () => {
  const { network } = await freshPage();
  network.on(LIST, () => envelope(200, { list: [] }));
  network.on('/api/v1/logos', () => envelope(200, { logoList: [] }));
  const logos = apiQuery(listLogos, {}, { staleMs: 60_000 });
  await queryClient.fetchQuery(logos);
  const observer = new QueryObserver(queryClient, clusters);
  const leave = observer.subscribe(() => undefined);
  await settleAll();
  await saveGroupSelection([12]);
  await settleAll();
  leave();
  const lists = network.requestsOf(LIST).map(({ body }) => JSON.parse(String(body)).subGroupIdList);
  expect(lists).toEqual([[11, 12], [12]]);
  expect(queryClient.getQueryData(logos.queryKey)).toEqual({ logoList: [] });
  expect(network.requestsOf('/api/v1/logos')).toHaveLength(1);
});

test('a read is retried twice after a temporary failure, and not after a refusal', async () => {
  const { network } = await freshPage();
  network.on(LIST, networkDown);
  const down = queryClient.fetchQuery({ ...clusters, retryDelay: 10 }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  expect(await down).toMatchObject({ kind: 'transport' });
  expect(network.requestsOf(LIST)).toHaveLength(3);
  network.on(LIST, () => envelope(8002, {}, 400));
  await expect(queryClient.fetchQuery(clusters)).rejects.toMatchObject({ code: 8002 });
  expect(network.requestsOf(LIST)).toHaveLength(4);
});
