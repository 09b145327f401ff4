import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Ack } from '@gwanje/kinds/batch';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connections } from '../http/http.ts';
import { type IngestServer, startIngestServer } from '../testing/ingest-server.ts';
import { DiskQueue } from './disk-queue.ts';
import { type Compression, Outbox } from './outbox.ts';
import { retryAfterMs, Sender, type Verdict } from './sender.ts';

let folder: string;
let ingest: IngestServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gwanje-sender-'));
  ingest = await startIngestServer();
});
afterEach(async () => {
  await ingest[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: { token?: string; compression?: Compression; giveUpAfterMs?: number } = {}) {
  const queue = await DiskQueue.open({ folder, name: 'test', maxBytes: 1024 ** 2, onDropped: () => {} });
  const verdicts: Verdict[] = [];
  const acks: Ack[] = [];
  const blocked: (string | undefined)[] = [];
  const connections = new Connections(false);
  const stop = new AbortController();
  const outbox = new Outbox({
    queue,
    role: 'cluster',
    version: 'test',
    compression: options.compression ?? 'zstd',
    now: () => new Date(),
    facts: () => undefined,
    problems: () => [],
    onLost: (error) => {
      throw error;
    },
  });
  const sender = new Sender({
    queue,
    connections,
    server: ingest.url,
    readToken: async () => options.token ?? 'test-token',
    logger: pino({ level: 'silent' }),
    onAck: (ack) => acks.push(ack),
    onVerdict: (verdict) => verdicts.push(verdict),
    onRefused: () => {},
    onProxyRefusal: (detail) => blocked.push(detail),
    ...(options.giveUpAfterMs === undefined ? {} : { giveUpAfterMs: options.giveUpAfterMs }),
    firstWaitMs: 5,
    maxWaitMs: 20,
    unauthorisedWaitMs: 30,
  });
  const running = sender.run(stop.signal);
  return {
    queue,
    async flush(cnt = 1) {
      for (let at = 0; at < cnt; at++) await outbox.flush(true);
    },
    verdicts,
    acks,
    blocked,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
      connections[Symbol.dispose]();
    },
  };
}

const seqs = () => ingest.batches.map(({ seq }) => seq);

describe('the sender', () => {
  it.each(['zstd', 'gzip'] as const)('sends readable batches in order (%s)', async (compression) => {
    await using agent = await start({ compression });
    await agent.flush(5);
    await ingest.until(() => ingest.batches.length === 5);
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(ingest.requests[0]?.encoding).toBe(compression);
  });

  it('resends a batch with the same sequence number when its acknowledgement was lost', async () => {
    await using agent = await start();
    let cuts = 2;
    ingest.answer = () => ({ status: 200, isCutOff: cuts-- > 0 });
    await agent.flush(2);
    await ingest.until(() => ingest.batches.length === 2);
    expect(ingest.duplicates).toEqual([1, 1]);
    expect(seqs()).toEqual([1, 2]);
  });

  it('waits for the time in Retry-After', async () => {
    await using agent = await start();
    let refusals = 1;
    const busy = { status: 503, headers: { 'retry-after': '1' } };
    ingest.answer = () => (refusals-- > 0 ? busy : { status: 200 });
    await agent.flush();
    await ingest.until(() => ingest.batches.length === 1);
    const [first, second] = ingest.requests;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
    expect(agent.verdicts).toContain('busy');
  });

  it('sends all waiting batches under one new id when the server does not accept the old one, also after a restart', async () => {
    const NEW_ID_NEEDED = { status: 409, reason: 'agentIdConflict' };
    ingest.answer = () => ({ status: 503 });
    const refusedId = await (async () => {
      await using agent = await start();
      await agent.flush(3);
      return agent.queue.agentId;
    })();
    const fromRequest = ingest.requests.length;
    ingest.answer = (seq, agentId) => {
      if (agentId === refusedId) return NEW_ID_NEEDED;
      return seq === 1 ? { status: 200 } : { status: 503 };
    };
    await using stopped = await start();
    await ingest.until(() => ingest.batches.length === 1);
    await stopped[Symbol.asyncDispose]();
    const newId = stopped.queue.agentId;
    expect(newId).not.toBe(refusedId);

    ingest.answer = (_seq, agentId) => (agentId === refusedId ? NEW_ID_NEEDED : { status: 200 });
    const fromLast = ingest.requests.length;
    await using agent = await start();
    await agent.flush();
    await ingest.until(() => ingest.batches.length === 4);
    expect(agent.queue.agentId).toBe(newId);
    expect(ingest.batches.map(({ seq, agent: { id } }) => ({ seq, id }))).toEqual(
      [1, 2, 3, 4].map((seq) => ({ seq, id: newId })),
    );
    // Each process sends only its first waiting batch under the old id. The first process stopped while it sent that batch
    // too, so its request may arrive late.
    const conflicts = ingest.requests.flatMap(({ seq, agentId }, index) =>
      index >= fromRequest && agentId === refusedId ? [{ seq, isOfLast: index >= fromLast }] : [],
    );
    expect(conflicts.filter(({ isOfLast }) => !isOfLast).every(({ seq }) => seq === 1)).toBe(true);
    expect(conflicts.filter(({ isOfLast }) => isOfLast)).toHaveLength(1);
  });

  it('moves a refused batch into the refused folder and goes on with the next', async () => {
    await using agent = await start();
    ingest.answer = (seq) => (seq === 2 ? { status: 400, reason: 'invalidBatch' } : { status: 200 });
    await agent.flush(3);
    await ingest.until(() => ingest.batches.length === 2);
    expect(seqs()).toEqual([1, 3]);
    expect(ingest.requests.filter(({ seq }) => seq === 2)).toHaveLength(1);
    expect(readdirSync(join(folder, 'refused'))).toHaveLength(1);
  });

  it.each([
    ['a 400 with an HTML page', { status: 400, body: '<html><h1>400 Bad Request</h1></html>' }],
    ['a 415 with JSON of a proxy', { status: 415, body: '{"message":"unsupported"}' }],
    ['a 413 of a proxy', { status: 413, body: '<html><h1>413 Too Large</h1></html>' }],
    ['a refusal with an unknown reason', { status: 400, reason: 'unknownReason' }],
    ['a refusal without a reason', { status: 400 }],
  ])('keeps all batches and sends them in order after %s', async (_, answer) => {
    await using agent = await start();
    ingest.answer = () => answer;
    await agent.flush(3);
    await ingest.until(() => ingest.requests.length >= 4);
    expect(new Set(agent.verdicts)).toEqual(new Set(['failed']));
    expect(agent.queue.count).toBe(3);
    ingest.answer = () => ({ status: 200 });
    await ingest.until(() => ingest.batches.length === 3);
    expect(seqs()).toEqual([1, 2, 3]);
    expect(readdirSync(join(folder, 'refused'))).toEqual([]);
  });

  it('reports a blocking proxy until a batch of that size arrives', async () => {
    await using agent = await start();
    ingest.answer = () => ({ status: 413, body: 'too large for me' });
    await agent.flush();
    await expect.poll(() => agent.blocked.length).toBeGreaterThan(1);
    expect(agent.blocked.at(-1)).toBe('status 413: too large for me');
    ingest.answer = () => ({ status: 200 });
    await expect.poll(() => agent.blocked.at(-1)).toBe(undefined);
  });

  it('does not report a proxy when the server refuses with an unknown reason', async () => {
    await using agent = await start();
    ingest.answer = () => ({ status: 400, reason: 'unknownReason' });
    await agent.flush();
    await ingest.until(() => ingest.requests.length >= 2);
    expect(agent.blocked).toEqual([]);
  });

  it('drops a batch that is too large for a proxy after repeated attempts', async () => {
    await using agent = await start({ giveUpAfterMs: 100 });
    ingest.answer = (seq) => (seq === 1 ? { status: 413, body: 'too large' } : { status: 200 });
    await agent.flush(3);
    await ingest.until(() => ingest.batches.length === 2);
    expect(seqs()).toEqual([2, 3]);
    expect(ingest.requests.filter(({ seq }) => seq === 1).length).toBeGreaterThan(1);
    expect(readdirSync(join(folder, 'refused'))).toHaveLength(1);
  });

  it('keeps all batches while the server refuses the token, and reports it', async () => {
    await using agent = await start({ token: 'wrong' });
    await agent.flush();
    await expect.poll(() => agent.verdicts.length).toBeGreaterThan(1);
    expect(new Set(agent.verdicts)).toEqual(new Set(['unauthorised']));
    expect(agent.queue.count).toBe(1);
  });

  it('sends each batch that cannot be written to disk once, from memory', async () => {
    await using agent = await start();
    await agent.flush();
    await ingest.until(() => ingest.batches.length === 1);
    // A folder with the name of a batch file makes its write fail.
    for (const seq of [2, 3, 4]) mkdirSync(join(folder, `${String(seq).padStart(12, '0')}-s.batch`));
    await expect.poll(() => agent.queue.count).toBe(0);
    rmSync(join(folder, 'retired'));
    mkdirSync(join(folder, 'retired'));
    await agent.flush(4);
    await ingest.until(() => ingest.batches.length === 5);
    await expect.poll(() => agent.queue.count).toBe(0);
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(ingest.requests).toHaveLength(5);
    const [first, ...others] = ingest.batches.map((batch) => batch.agent.id);
    expect(new Set(others).size).toBe(1);
    expect(others).not.toContain(first);
  });

  it('passes on the content of the acknowledgement', async () => {
    await using agent = await start();
    ingest.answer = () => ({ status: 200, isResyncNeeded: true, sampleEveryMs: 30_000 });
    await agent.flush();
    await expect
      .poll(() => agent.acks)
      .toMatchObject([{ seq: 1, settings: { sampleEveryMs: 30_000 }, isResyncNeeded: true }]);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-15T00:00:00Z');
  it.each([
    ['5', 5000],
    ['Sun, 15 Nov 2026 00:00:07 GMT', 7000],
    ['Sat, 14 Nov 2026 00:00:00 GMT', 0],
    ['99999999', 600_000],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s is %s', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});

describe('kill -9', () => {
  it('at any time loses no confirmed batch and duplicates none', async () => {
    const script = join(import.meta.dirname, '../testing/numbered-batches-agent.ts');
    let promised = -1;
    let random = 7;
    ingest.answer = () => {
      random = (random * 1103515245 + 12345) % 2 ** 31;
      return random % 5 === 0 ? { status: 503 } : { status: 200, isCutOff: random % 7 === 0 };
    };
    for (let run = 0; run < 3; run += 1) {
      const child = spawn(process.execPath, [script, folder, ingest.url, String(promised + 1)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const until = promised + 5 + run * 7;
      for await (const line of createInterface(child.stdout)) {
        promised = Math.max(promised, Number(line));
        if (promised >= until && child.exitCode === null) child.kill('SIGKILL');
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
    }
    ingest.answer = () => ({ status: 200 });
    await using _agent = await start();
    const numbers = () => ingest.batches.flatMap(({ events }) => events?.map(({ uid }) => uid) ?? []);
    await ingest.until(() => new Set(numbers()).size > promised);
    expect(seqs()).toEqual(ingest.batches.map((_, index) => index + 1));
    for (let number = 0; number <= promised; number += 1) expect(numbers()).toContain(`event-${number}`);
  });
});
