import { expect, test } from 'vitest';
import { type Json, type Started, startForTest } from '../testing/start.ts';

const TIMED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z /;

async function somePod(started: Started): Promise<string> {
  const { items } = await started.get('/api/v1/pods');
  const { metadata } = items.find(({ status }: Json) => status.phase === 'Running');
  return `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
}

test('a log is the same whenever it is read, and its options choose lines of it', async () => {
  await using started = await startForTest();
  started.clock.advance(600_000);
  const pod = await somePod(started);
  const read = async (query: string) =>
    (await (await started.ask(`${pod}/log?${query}`)).text()).trim().split('\n');
  const all = await read('timestamps=true');
  expect(all.length).toBeGreaterThan(100);
  expect(all.every((line) => TIMED.test(line))).toBe(true);
  expect(all.toSorted()).toEqual(all);
  expect(await read('timestamps=true&tailLines=7')).toEqual(all.slice(-7));
  expect(await read('tailLines=7')).toEqual(all.slice(-7).map((line) => line.replace(TIMED, '')));
  const sinceTime = all.at(-20)?.slice(0, 19).concat('Z') ?? '';
  expect(await read(`timestamps=true&sinceTime=${sinceTime}`)).toEqual(
    all.filter((line) => line >= sinceTime.slice(0, -1)),
  );
  started.clock.advance(60_000);
  const later = await read('timestamps=true');
  // Of a long log only the last lines are kept.
  const kept = all.filter((line) => line >= (later[0] ?? ''));
  expect(kept.length).toBeGreaterThan(100);
  expect(later.slice(0, kept.length)).toEqual(kept);
  expect(later.length).toBeGreaterThan(kept.length);
});

test('a container that crashed has its last words in the log of its previous run', async () => {
  await using started = await startForTest();
  const { engine } = started.simulator;
  const { target } = engine.start('crash-loop', { cluster: 'aks-test' });
  started.clock.advance(100_000);
  const { items } = await started.get('/api/v1/pods');
  const [namespace, name] = target.split('/');
  const pod = items.find(
    ({ metadata, status }: Json) =>
      metadata.namespace === namespace &&
      metadata.name.startsWith(`${name}-`) &&
      status.containerStatuses?.some(({ restartCount }: Json) => restartCount > 0),
  );
  const path = `/api/v1/namespaces/${namespace}/pods/${pod.metadata.name}/log?previous=true`;
  expect(await (await started.ask(path)).text()).toMatch(
    /FATAL exit with code \d+\n$|garbage collection cannot keep up\n$/,
  );
});

test('a log that cannot be read is refused as by an API server', async () => {
  await using started = await startForTest();
  const pod = await somePod(started);
  const answer = async (path: string) => {
    const got = await started.ask(path);
    const { message }: Json = await got.json();
    return [got.status, message];
  };
  const unknown = expect.stringContaining('is not valid for pod');
  expect(await answer(`${pod}/log?container=none`)).toEqual([400, unknown]);
  const without = expect.stringMatching(/^previous terminated container .* not found$/);
  expect(await answer(`${pod}/log?previous=true`)).toEqual([400, without]);
  expect(await answer('/api/v1/namespaces/default/pods/none/log')).toEqual([404, 'pods "none" not found']);
});
