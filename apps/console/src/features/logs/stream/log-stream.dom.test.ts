import { PodId } from '@gwanje/contract/definition/fields';
import type { LogEvent } from '@gwanje/contract/objects/logs';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { envelope } from '#core/testing/fake-network.ts';
import { signedIn } from '#core/testing/render-page.tsx';
import { type ConnectionState, LogStream } from './log-stream.ts';

const source = (podId: number) => ({ podId: PodId.parse(podId), containerName: 'app' });
const AT = '2026-11-18T11:00:00Z';
const PATH = '/api/v1/log';
const message = (event: object) => `data: ${JSON.stringify(event)}\n\n`;

interface Asked {
  readonly sourceList: readonly { readonly podId: number; readonly resume?: string }[];
}

function streamOf(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

/** A listener that records the texts of the lines, by source, and the states of the connection. */
function recorder() {
  const lines: string[] = [];
  const states: ConnectionState['kind'][] = [];
  return {
    lines,
    states,
    onEvents: (events: readonly LogEvent[]) => {
      for (const event of events)
        if (event.type === 'lines') lines.push(...event.list.map(([, text]) => `${event.source}:${text}`));
    },
    onConnection: ({ kind }: ConnectionState) => void states.push(kind),
  };
}

/** A server with numbered lines: a position is the number of lines that were sent. */
function answerOf(body: Asked, cntOf: (podId: number) => number): string {
  return body.sourceList
    .map(({ podId, resume }, at) => {
      const from = resume === undefined ? 0 : Number(resume.split('/')[1]);
      const lines = Array.from({ length: cntOf(podId) - from }, (_, n) => {
        const list = [[AT, `${podId}-${from + n}`]];
        return message({ type: 'lines', source: at, list, position: `${AT}/${from + n + 1}/0` });
      });
      return `${lines.join('')}${message({ type: 'end', source: at, reason: 'finished', at: AT, detail: null })}`;
    })
    .join('');
}

test('has each line once, wherever the connection is cut', async () => {
  vi.useFakeTimers();
  const network = signedIn();
  const cuts = fc.array(fc.nat(2_000), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(cuts, fc.nat(12), fc.nat(12), async (cutsAt, one, other) => {
      const left = [...cutsAt];
      const cntOf = (podId: number) => (podId === 1 ? one : other);
      network.on(PATH, ({ body }) => {
        const whole = answerOf(JSON.parse(String(body)), cntOf);
        return streamOf(whole.slice(0, left.shift() ?? whole.length));
      });
      const listener = recorder();
      const stream = new LogStream({ follow: 'N' }, listener);
      stream.add([source(1), source(2)]);
      for (let step = 0; listener.states.at(-1) !== 'ended' && step < 200; step++)
        await vi.advanceTimersByTimeAsync(20_000);
      stream.close();
      const linesOf = (at: number) => listener.lines.filter((line) => line.startsWith(`${at}:`));
      expect(linesOf(0)).toEqual(Array.from({ length: one }, (_, n) => `0:1-${n}`));
      expect(linesOf(1)).toEqual(Array.from({ length: other }, (_, n) => `1:2-${n}`));
    }),
    { numRuns: 60 },
  );
  vi.useRealTimers();
});

test('leaves out a source that has ended when it connects again', async () => {
  vi.useFakeTimers();
  const network = signedIn();
  const asked: Asked['sourceList'][] = [];
  network.on(PATH, ({ body }) => {
    const { sourceList }: Asked = JSON.parse(String(body));
    asked.push(sourceList);
    const end = (at: number) =>
      message({ type: 'end', source: at, reason: 'finished', at: AT, detail: null });
    return asked.length === 1
      ? streamOf(end(0))
      : streamOf(message({ type: 'lines', source: 0, list: [[AT, 'x']], position: `${AT}/1/0` }) + end(0));
  });
  const listener = recorder();
  new LogStream({}, listener).add([source(1), source(2)]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.map((list) => list.map(({ podId }) => podId))).toEqual([[1, 2], [2]]);
  expect(listener.lines).toEqual(['1:x']);
  expect(listener.states.at(-1)).toBe('ended');
  vi.useRealTimers();
});

test('reports a refusal and does not try again', async () => {
  const network = signedIn();
  network.on(PATH, () => envelope(8005, {}, 403));
  const listener = recorder();
  new LogStream({}, listener).add([source(1)]);
  await expect.poll(() => listener.states.at(-1)).toBe('refused');
  expect(network.requestsOf(PATH)).toHaveLength(1);
});

test('ignores events that it does not know, and text that is no JSON', async () => {
  const network = signedIn();
  network.on(PATH, () =>
    streamOf(
      `data: {broken\n\n${message({ type: 'future', source: 0 })}${answerOf({ sourceList: [{ podId: 1 }] }, () => 1)}`,
    ),
  );
  const listener = recorder();
  new LogStream({}, listener).add([source(1)]);
  await expect.poll(() => listener.states.at(-1)).toBe('ended');
  expect(listener.lines).toEqual(['0:1-0']);
});
