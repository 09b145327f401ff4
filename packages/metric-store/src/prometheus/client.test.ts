import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { PrometheusClient } from './client.ts';

const MOVED =
  '{"status":"error","errorType":"execution","error":"cannot populate chunk 8 from block X: not found"}';
const FOUND = '{"status":"success","data":{"result":[]}}';

/** Sends these answers one after the other, and repeats the last one. */
async function engine(...answers: readonly [status: number, text: string][]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    const [status, text] = answers[Math.min(asked++, answers.length - 1)] ?? [500, ''];
    response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { client: new PrometheusClient(`http://127.0.0.1:${port}`), askedCnt: () => asked };
}

test('a query that failed while Prometheus moved data is retried', async () => {
  const { client, askedCnt } = await engine([422, MOVED], [422, MOVED], [200, FOUND]);
  expect(await client.query('query', { query: 'up' })).toEqual([]);
  expect(askedCnt()).toBe(3);
});

test('a bad query is not retried; a query that keeps failing is retried a few times', async () => {
  const wrong = await engine([422, '{"status":"error","error":"parse error"}']);
  await expect(wrong.client.query('query', { query: '(' })).rejects.toThrow(/parse error/);
  expect(wrong.askedCnt()).toBe(1);
  const moving = await engine([422, MOVED]);
  await expect(moving.client.query('query', { query: 'up' })).rejects.toThrow(/populate chunk/);
  expect(moving.askedCnt()).toBe(4);
});
