import { openTestServer } from '@gwanje/testkit/receivers/test-server';
import { expect, test } from 'vitest';
import { localUrl } from './stack.ts';
import { checkPorts, readStartSettings } from './start-settings.ts';

test('a port that is taken is named with its setting, and so is every other', async () => {
  using other = await openTestServer(() => {});
  const { port } = other;
  const host = '127.0.0.1';
  const taken = checkPorts([
    { host, port, variable: 'GWANJE_PORT' },
    { host, port: 0, variable: 'GWANJE_SIM_PORT' },
    { host, port, variable: 'GWANJE_LOGIN_PORT' },
  ]);
  await expect(taken).rejects.toThrow(
    `GWANJE_PORT: port ${port} is taken by another program; set GWANJE_PORT to a free port\n` +
      `GWANJE_LOGIN_PORT: port ${port} is taken by another program; set GWANJE_LOGIN_PORT to a free port`,
  );
});

test('a wrong setting is refused with its variable', () => {
  const read = () => readStartSettings({ GWANJE_PORT: 'http', GWANJE_DEMO_PODS: '0' });
  expect(read).toThrow('GWANJE_PORT: must be a port number');
  expect(read).toThrow('GWANJE_DEMO_PODS: must be a positive whole number');
  expect(readStartSettings({})).toMatchObject({ isDemo: true, host: '127.0.0.1', simulatorPort: 0 });
  expect(readStartSettings({ GWANJE_DEMO: '0' })).toMatchObject({ isDemo: false, host: '0.0.0.0' });
});

test.each([
  [undefined, 'http://127.0.0.1:4100'],
  ['0.0.0.0', 'http://127.0.0.1:4100'],
  ['10.0.0.5', 'http://10.0.0.5:4100'],
  ['::1', 'http://[::1]:4100'],
])('this machine reaches a process that listens on %s at %s', (host, url) => {
  expect(localUrl(4100, host)).toBe(url);
});
