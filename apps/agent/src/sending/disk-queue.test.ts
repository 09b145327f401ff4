import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskQueue, type Waiting } from './disk-queue.ts';

let folder: string;
let dropped: Waiting[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gwanje-queue-'));
  dropped = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(mostBytes = 1024 * 1024): Promise<DiskQueue> {
  return DiskQueue.open({ folder, name: 'test', mostBytes, onDropped: (waiting) => dropped.push(waiting) });
}

function add(queue: DiskQueue, text: string, hasInventory = false): Promise<number> {
  return queue.add(async () => Buffer.from(text), hasInventory);
}

function files(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.batch'));
}

async function retireFirst(queue: DiskQueue): Promise<void> {
  const first = queue.first();
  if (first) await queue.retire(first);
}

describe('the queue on disk', () => {
  it('is after a restart what it was, with the same id', async () => {
    const before = await open();
    await add(before, 'one', true);
    await add(before, 'two');
    const after = await open();
    expect(after.agentId).toBe(before.agentId);
    expect(after.lastSeq).toBe(2);
    const first = after.first();
    expect(first).toMatchObject({ seq: 1, hasInventory: true });
    expect(first && String(await after.read(first))).toBe('one');
  });

  it('never gives a number twice, though all that had one is gone', async () => {
    const queue = await open();
    await add(queue, 'one');
    await add(queue, 'two');
    await retireFirst(queue);
    await retireFirst(queue);
    expect(files()).toEqual([]);
    expect(await add(await open(), 'three')).toBe(3);
  });

  it('takes a new id when the numbers given under the old one are lost', async () => {
    const queue = await open();
    await add(queue, 'one');
    await retireFirst(queue);
    expect((await open()).agentId).toBe(queue.agentId);
    rmSync(join(folder, 'retired'));
    const after = await open();
    expect(after.agentId).not.toBe(queue.agentId);
    expect(await add(after, 'two')).toBe(1);
    expect((await open()).agentId).toBe(after.agentId);
  });

  it('does not begin on a mark that holds no number', async () => {
    await open();
    writeFileSync(join(folder, 'retired'), '');
    await expect(open()).rejects.toThrow('holds no number');
  });

  it('takes no half-written file for a batch, nor one that was retired before the crash', async () => {
    const queue = await open();
    await add(queue, 'one');
    await retireFirst(queue);
    writeFileSync(join(folder, '000000000001-s.batch'), 'one');
    writeFileSync(join(folder, '000000000002-s.batch.x.tmp'), 'ha');
    const after = await open();
    expect(after.count).toBe(0);
    expect(after.lastSeq).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(['id', 'refused', 'retired']);
  });

  it('drops the oldest and says so when it is full', async () => {
    const queue = await open(3 * 4096);
    for (const text of ['one', 'two', 'three', 'four', 'five']) await add(queue, text, text === 'one');
    expect(dropped.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(dropped[0]?.hasInventory).toBe(true);
    expect(queue.first()?.seq).toBe(3);
    expect(queue.bytes).toBeLessThanOrEqual(3 * 4096);
    expect(files()).toHaveLength(3);
    expect((await open(3 * 4096)).lastSeq).toBe(5);
  });

  it('lets go of a batch that is dropped while it is being sent', async () => {
    const queue = await open(2 * 4096);
    await add(queue, 'one');
    const sending = queue.first();
    for (const text of ['two', 'three']) await add(queue, text);
    expect(sending && (await queue.read(sending))).toBeUndefined();
    expect(sending && (await queue.retire(sending))).toBe(false);
    expect(queue.count).toBe(2);
  });

  it('keeps the last few refused ones aside', async () => {
    const queue = await open();
    for (let count = 1; count <= 12; count += 1) {
      await add(queue, String(count));
      const first = queue.first();
      if (first) await queue.setAside(first);
    }
    expect(queue.count).toBe(0);
    expect(readdirSync(join(folder, 'refused'))).toHaveLength(10);
    expect((await open()).lastSeq).toBe(12);
  });
});
