import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskQueue, type QueuedBatch } from './disk-queue.ts';

let folder: string;
let dropped: QueuedBatch[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gwanje-queue-'));
  dropped = [];
  hidden = new Map();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(maxBytes = 1024 * 1024, holdMs = 1): Promise<DiskQueue> {
  const onDropped = (waiting: QueuedBatch) => dropped.push(waiting);
  return DiskQueue.open({ folder, name: 'test', maxBytes, onDropped, holdMs });
}

function add(queue: DiskQueue, text: string, hasInventory = false): Promise<number> {
  return queue.add(async () => Buffer.from(text), hasInventory);
}

function files(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.batch') && !isBlock(name));
}

let hidden: Map<string, Buffer>;
/** A folder with the file's name makes a write of this file fail. */
function block(name: string): void {
  const path = join(folder, name);
  if (!existsSync(path)) mkdirSync(path);
  if (isBlock(name)) return;
  hidden.set(name, readFileSync(path));
  rmSync(path);
  mkdirSync(path);
}

function unblock(): void {
  for (const name of readdirSync(folder).filter((one) => isBlock(one) && one !== 'refused')) {
    rmSync(join(folder, name), { recursive: true });
    const before = hidden.get(name);
    if (before) writeFileSync(join(folder, name), before);
  }
  hidden.clear();
}

function isBlock(name: string): boolean {
  return statSync(join(folder, name)).isDirectory();
}

function batchFile(seq: number): string {
  return `${String(seq).padStart(12, '0')}-s.batch`;
}

async function addAll(queue: DiskQueue, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await add(queue, text);
}

async function retireFirst(queue: DiskQueue, cnt = 1): Promise<void> {
  for (let at = 0; at < cnt; at++) {
    const first = queue.first();
    if (first) await queue.retire(first);
  }
}

describe('the queue on disk', () => {
  it('has the same batches and the same id after a restart', async () => {
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

  it('never reuses a sequence number, even when the queue is empty', async () => {
    const queue = await open();
    await addAll(queue, 'one', 'two');
    await retireFirst(queue, 2);
    expect(files()).toEqual([]);
    expect(await add(await open(), 'three')).toBe(3);
  });

  it('uses a new agent id when the last sequence number of the old id is lost', async () => {
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

  it('fails to open when the retired mark holds no number', async () => {
    await open();
    writeFileSync(join(folder, 'retired'), '');
    await expect(open()).rejects.toThrow('holds no number');
  });

  it('deletes half-written files and batches that were retired before a crash', async () => {
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

  it('drops and reports the oldest batch when it is full', async () => {
    const queue = await open(3 * 4096);
    for (const text of ['one', 'two', 'three', 'four', 'five']) await add(queue, text, text === 'one');
    expect(dropped.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(dropped[0]?.hasInventory).toBe(true);
    expect(queue.first()?.seq).toBe(3);
    expect(queue.bytes).toBeLessThanOrEqual(3 * 4096);
    expect(files()).toHaveLength(3);
    expect((await open(3 * 4096)).lastSeq).toBe(5);
  });

  it('lets the sender notice that its batch was dropped', async () => {
    const queue = await open(2 * 4096);
    await add(queue, 'one');
    const sending = queue.first();
    await addAll(queue, 'two', 'three');
    expect(sending && (await queue.read(sending))).toBeUndefined();
    expect(sending && (await queue.retire(sending))).toBe(false);
    expect(queue.count).toBe(2);
  });

  it('keeps the last few refused batches in a separate folder', async () => {
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

describe('the queue on a full disk', () => {
  it('gives the sender unwritable batches from memory, in order, with a temporary agent id', async () => {
    const queue = await open();
    const id = queue.agentId;
    const makeBatch = async (seq: number) => Buffer.from(`${queue.agentId} ${seq}`);
    await queue.add(makeBatch, false);
    block(batchFile(2));
    await queue.add(makeBatch, false);
    await queue.add(makeBatch, false);
    const sentBatches: string[] = [];
    for (let first = queue.first(); first; first = queue.first()) {
      sentBatches.push(String(await queue.read(first)));
      await queue.retire(first);
    }
    const temporaryId = queue.agentId;
    expect(sentBatches).toEqual([`${id} 1`, `${temporaryId} 2`, `${temporaryId} 3`]);
    expect(temporaryId).not.toBe(id);
    unblock();
    const after = await open();
    expect([after.agentId, after.lastSeq]).toEqual([id, 3]);
  });

  it('keeps only the newest unwritable batch and reports the dropped batches', async () => {
    const queue = await open();
    for (const seq of [1, 2, 3]) block(batchFile(seq));
    await addAll(queue, 'one', 'two', 'three');
    expect(dropped.map(({ seq }) => seq)).toEqual([1, 2]);
    const first = queue.first();
    expect(first && String(await queue.read(first))).toBe('three');
    expect(queue.count).toBe(1);
  });

  it('waits with the next batch until the batch in memory is sent', async () => {
    const queue = await open(1024 * 1024, 60_000);
    for (const seq of [1, 2]) block(batchFile(seq));
    await add(queue, 'one');
    const second = add(queue, 'two');
    await retireFirst(queue);
    await second;
    expect(dropped).toEqual([]);
    expect(queue.first()?.seq).toBe(2);
  });

  it('keeps the file of the last sequence number when the retired mark cannot be written', async () => {
    const queue = await open();
    block('retired');
    await addAll(queue, 'one', 'two');
    await retireFirst(queue, 2);
    expect(queue.first()).toBe(undefined);
    expect(files()).toEqual([batchFile(2)]);
    await add(queue, 'three');
    expect(files()).toEqual([batchFile(3)]);
    const refused = queue.first();
    if (refused) await queue.setAside(refused);
    expect(queue.count).toBe(0);
    unblock();
    const after = await open();
    expect(after.lastSeq).toBe(3);
  });

  it('never sends two batches with the same agent id and sequence number, after any failure or kill', async () => {
    const step = fc.constantFrom('add', 'add unwritten', 'send', 'send unmarked', 'refuse unmarked', 'kill');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        rmSync(folder, { recursive: true, force: true });
        hidden.clear();
        const sent = new Map<string, string>();
        let queue = await open(4 * 4096);
        async function sendAll(isAccepted: boolean): Promise<void> {
          for (let first = queue.first(); first; first = queue.first()) {
            const [number = '', content = ''] = String(await queue.read(first)).split('|');
            expect(sent.get(number) ?? content).toBe(content);
            sent.set(number, content);
            await (isAccepted ? queue.retire(first) : queue.setAside(first));
          }
        }
        for (const [no, what] of steps.entries()) {
          unblock();
          if (what.endsWith('unmarked')) block('retired');
          if (what === 'add unwritten') block(batchFile(queue.lastSeq + 1));
          if (what === 'kill') queue = await open(4 * 4096);
          else if (what.startsWith('add'))
            await queue.add(async (seq) => Buffer.from(`${queue.agentId} ${seq}|${no}`), false);
          else await sendAll(what.startsWith('send'));
        }
      }),
      { numRuns: 60 },
    );
  });
});
