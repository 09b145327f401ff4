import { expect, test } from 'vitest';
import { createLogger } from '../observe/logger.ts';
import { createMetrics } from '../observe/metrics.ts';
import { createBaseApp } from './base-app.ts';
import { requireOwnOrigin } from './origin-check.ts';

/** Time, process and request add to the 200 characters of the client. */
const MAX_LINE_LENGTH = 400;

test('refused cross-site requests cannot fill the log', async () => {
  const lines: string[] = [];
  await using app = await createBaseApp({
    logger: createLogger('server', 'info', { write: (line) => lines.push(line) }),
    metrics: createMetrics('server'),
    isSecure: false,
    trustProxy: undefined,
    requestsPerMinute: 1_000_000,
    busyAfterMs: 0,
    isReady: async () => true,
  });
  requireOwnOrigin(app, 'https://console.example.com');
  app.post('/change', async () => ({}));
  for (let i = 0; i < 100; i++) {
    const headers = { origin: `https://${'x'.repeat(20_000)}.example.net` };
    expect((await app.inject({ method: 'POST', url: '/change', headers })).statusCode).toBe(403);
  }
  expect(lines).toHaveLength(10);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(MAX_LINE_LENGTH);
});
