import { join } from 'node:path';
import { TestProcess } from '@gwanje/testkit/processes';
import { expect, test } from 'vitest';

function start(env: Readonly<Record<string, string>>): TestProcess {
  return new TestProcess(join(import.meta.dirname, 'main.ts'), { env: { GWANJE_PORT: '0', ...env } });
}

test('wrong configuration: reports the variables and exits', async () => {
  await using running = start({ GWANJE_LOG_LEVEL: 'loud', GWANJE_TRUST_PROXY: 'everybody' });
  expect(await running.exited).toEqual({ code: 1, signal: null });
  const logged = running.lines.map((line) => JSON.parse(line).msg).join('\n');
  expect(logged).toMatch(/GWANJE_LOG_LEVEL: /);
  expect(logged).toMatch(/GWANJE_TRUST_PROXY: must be IP addresses/);
});

test('stops on a signal while it waits for its database', async () => {
  await using running = start({
    GWANJE_DATABASE_URL: 'postgres://127.0.0.1:9/nothing',
    GWANJE_PUBLIC_URL: 'http://192.0.2.1:4100',
  });
  await running.waitForLine((line) => line.includes('served over plain HTTP'));
  expect(await running.stop()).toEqual({ code: 0, signal: null });
});
