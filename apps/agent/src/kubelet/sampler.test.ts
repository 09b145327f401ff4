import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../kubernetes/api-client.ts';
import { startApiServer } from '../testing/api-server.ts';
import type { KubeletFailure } from './kubelet.ts';
import { Sampler } from './sampler.ts';

const EVERY_MS = 900;
const SUMMARY = JSON.stringify({ node: { cpu: { usageNanoCores: 1 } } });

/** Starts a sampler for nodes by name. Kubelets of silent nodes never answer. */
async function start(names: readonly string[], silent: Set<string>) {
  const asked: string[] = [];
  const rounds: string[][] = [];
  const problems = new Map<string, readonly KubeletFailure[]>();
  const server = await startApiServer((_, response: ServerResponse) => {
    const [, name = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(response.req.url ?? '') ?? [];
    asked.push(`${name}${path}`);
    if (!silent.has(name)) response.end(path === '/stats/summary' ? SUMMARY : '');
  });
  const client = new ApiClient(server.credentials);
  let nowMs = Date.parse('2026-11-15T00:00:00Z');
  const sampler = new Sampler({
    targets: () =>
      names.map((nodeName) => ({
        nodeName,
        isOptional: false,
        open: (path, signal) => client.open(`/${nodeName}${path}`, { signal, idleMs: EVERY_MS / 2 }),
      })),
    everyMs: EVERY_MS,
    now: () => new Date(nowMs),
    onNode: (name, failures) => problems.set(name, failures),
    onNodes: () => {},
    onRound: async (parts) => void rounds.push(parts.flatMap(({ node }) => node?.name ?? [])),
  });
  return {
    problems,
    /** The nodes with statistics, and the nodes asked for their first page, in order. */
    async round() {
      asked.length = 0;
      nowMs += EVERY_MS;
      await sampler.round(new AbortController().signal);
      return {
        read: rounds.at(-1)?.toSorted() ?? [],
        asked: asked.filter((path) => path.endsWith('/stats/summary')).map((path) => path.split('/')[0]),
      };
    },
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Enough to use up the first round: 15 ÷ 3 readers × 450 ms is more than its limit of 2 × 900 ms. */
const SILENT = Array.from({ length: 15 }, (_, no) => `silent${no}`);
const ALIVE = ['alive0', 'alive1', 'alive2'];

describe('the sampler', () => {
  it('reads silent kubelets after the others, a few of them in each round', async () => {
    const silent = new Set(SILENT);
    await using nodes = await start([...SILENT, ...ALIVE], silent);
    await nodes.round();
    expect((await nodes.round()).read).toEqual(ALIVE);
    const seen = new Set<string | undefined>();
    for (let round = 0; round < SILENT.length && seen.size < ALIVE.length + SILENT.length; round += 1) {
      const { read, asked } = await nodes.round();
      expect(read).toEqual(ALIVE);
      expect(asked.slice(0, 3).toSorted()).toEqual(ALIVE);
      // The sampler does not start requests that cannot end before the next round.
      expect(asked.length).toBeLessThan(SILENT.length);
      for (const name of asked) seen.add(name);
    }
    expect(seen.size).toBe(ALIVE.length + SILENT.length);
    silent.clear();
    let readNodes: readonly string[] = [];
    for (let round = 0; round <= SILENT.length && readNodes.length < ALIVE.length + SILENT.length; round += 1)
      readNodes = (await nodes.round()).read;
    expect(readNodes).toEqual([...ALIVE, ...SILENT].toSorted());
  });

  it('reports the nodes that the round limit cut off until they answer', async () => {
    const silent = new Set(SILENT);
    await using nodes = await start([...SILENT, ...ALIVE], silent);
    const first = await nodes.round();
    expect(first.read).toEqual([]);
    const detail = `alive2: the round ended after ${EVERY_MS * 2} ms, before it had answered`;
    expect(nodes.problems.get('alive2')).toEqual([{ problem: 'kubeletUnreachable', detail }]);
    expect((await nodes.round()).read).toEqual(ALIVE);
    expect(nodes.problems.get('alive2')).toEqual([]);
    expect(nodes.problems.get('silent0')?.[0]?.problem).toBe('kubeletUnreachable');
  });
});
