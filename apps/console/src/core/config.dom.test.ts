import { expect, test, vi } from 'vitest';
import { loadConfig } from './config.ts';
import { networkDown, testConfig } from './testing/fake-network.ts';
import { freshPage } from './testing/page.ts';

test('the configuration is requested once, with credentials', async () => {
  await freshPage();
  const asked = vi.spyOn(globalThis, 'fetch');
  const [first, second] = await Promise.all([loadConfig(), loadConfig()]);
  expect(first).toEqual(testConfig);
  expect(second).toBe(first);
  expect(asked).toHaveBeenCalledOnce();
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' });
});

test('after a failed load the next caller tries again', async () => {
  const { network } = await freshPage();
  network.on('/config.json', networkDown);
  await expect(loadConfig()).rejects.toThrow('Failed to fetch');
  network.on('/config.json', () => new Response('', { status: 503 }));
  await expect(loadConfig()).rejects.toThrow('503');
  network.on('/config.json', () => new Response(JSON.stringify(testConfig)));
  await expect(loadConfig()).resolves.toEqual(testConfig);
});

test.each(['javascript:alert(1)', '', 'login'])('a login address such as %j is refused', async (loginUrl) => {
  const { network } = await freshPage();
  network.on('/config.json', () => new Response(JSON.stringify({ ...testConfig, loginUrl })));
  await expect(loadConfig()).rejects.toThrow();
});

test('a login address loses its trailing slash', async () => {
  const { network } = await freshPage();
  const loginUrl = 'https://login.example.test/';
  network.on('/config.json', () => new Response(JSON.stringify({ ...testConfig, loginUrl })));
  await expect(loadConfig()).resolves.toMatchObject({ loginUrl: 'https://login.example.test' });
});
