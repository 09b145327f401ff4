import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../kubernetes/api-client.ts';
import { startApiServer } from '../testing/api-server.ts';
import type { KubeletFailure } from './kubelet.ts';
import { Sampler } from './sampler.ts';

const EVERY_MS = 900;
const SUMMARY = JSON.stringify({ node: { cpu: { usageNanoCores: 1 } } });

/** Starts a sampler for nodes by name. Kubelets of dead nodes never answer. */
async function start(names: readonly string[], dead: Set<string>) {
  const asked: string[] = [];
  const rounds: string[][] = [];
  const problems = new Map<string, readonly KubeletFailure[]>();
  const server = await startApiServer((_, response: ServerResponse) => {
    const [, name = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(response.req.url ?? '') ?? [];
    asked.push(`${name}${path}`);
    if (!dead.has(name)) response.end(path === '/stats/summary' ? SUMMARY : '');
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

const DEAD = Array.from({ length: 15 }, (_, no) => `dead${no}`);
const ALIVE = ['alive0', 'alive1', 'alive2'];

describe('the sampler', () => {
  it('reads unreachable kubelets after the others, a few of them in each round', async () => {
    const dead = new Set(DEAD);
    await using nodes = await start([...DEAD, ...ALIVE], dead);
    await nodes.round();
    expect((await nodes.round()).read).toEqual(ALIVE);
    const seen = new Set<string | undefined>();
    for (let round = 0; round < DEAD.length && seen.size < ALIVE.length + DEAD.length; round += 1) {
      const { read, asked } = await nodes.round();
      expect(read).toEqual(ALIVE);
      expect(asked.slice(0, 3).toSorted()).toEqual(ALIVE);
      // The sampler does not start requests that cannot end before the next round.
      expect(asked.length).toBeLessThan(DEAD.length);
      for (const name of asked) seen.add(name);
    }
    expect(seen.size).toBe(ALIVE.length + DEAD.length);
    dead.clear();
    let readNodes: readonly string[] = [];
    for (let round = 0; round <= DEAD.length && readNodes.length < ALIVE.length + DEAD.length; round += 1)
      readNodes = (await nodes.round()).read;
    expect(readNodes).toEqual([...ALIVE, ...DEAD].toSorted());
  });

  it('reports the nodes that the round limit cut off until they answer', async () => {
    const dead = new Set(DEAD);
    await using nodes = await start([...DEAD, ...ALIVE], dead);
    const first = await nodes.round();
    expect(first.read).toEqual([]);
    expect(nodes.problems.get('alive2')).toEqual([
      {
        problem: 'kubeletUnreachable',
        detail: `alive2: the round ended after ${EVERY_MS * 2} ms, before it had answered`,
      },
    ]);
    expect((await nodes.round()).read).toEqual(ALIVE);
    expect(nodes.problems.get('alive2')).toEqual([]);
    expect(nodes.problems.get('dead0')?.[0]?.problem).toBe('kubeletUnreachable');
  });
});
