import { describe, expect, it } from 'vitest';
import { Resync } from './resync.ts';

function start() {
  const state = { listings: 0, lastSeq: 0, nowMs: 0 };
  const resync = new Resync({
    kinds: ['node', 'pod'],
    listAgain: () => {
      state.listings += 1;
    },
    lastSeq: () => state.lastSeq,
    flush: async () => {},
    nowMs: () => state.nowMs,
  });
  const listAll = async (seq: number) => {
    state.lastSeq = seq;
    await resync.listed('node');
    await resync.listed('pod');
  };
  return { state, resync, listAll };
}

describe('listing again', () => {
  it('does not start for acknowledgements from before the listing', async () => {
    const { state, resync, listAll } = start();
    resync.acknowledged(1, true);
    await listAll(5);
    resync.acknowledged(5, true);
    expect(state.listings).toBe(0);
    resync.acknowledged(6, true);
    expect(state.listings).toBe(1);
    resync.acknowledged(7, true);
    expect(state.listings).toBe(1);
    await listAll(9);
    resync.acknowledged(10, false);
    expect(state.listings).toBe(1);
  });

  it('does not start for acknowledgements while the end of a listing is still being written', async () => {
    const { state, resync } = start();
    await resync.listed('node');
    const closing = resync.listed('pod');
    resync.acknowledged(3, true);
    state.lastSeq = 5;
    await closing;
    expect(state.listings).toBe(0);
    resync.acknowledged(6, true);
    expect(state.listings).toBe(1);
  });

  it('restores lost inventory when the server accepts batches again', async () => {
    const { state, resync, listAll } = start();
    await listAll(5);
    resync.lost();
    resync.lost();
    expect(state.listings).toBe(0);
    resync.acknowledged(3, false);
    resync.acknowledged(4, false);
    expect(state.listings).toBe(1);
  });

  it('runs once in ten minutes when each listing is partly refused, however often it is asked', async () => {
    const { state, resync, listAll } = start();
    await listAll(5);
    for (let seq = 10; seq < 50; seq += 10) {
      resync.refused();
      resync.acknowledged(seq, true);
      await listAll(seq + 5);
      resync.acknowledged(seq + 6, true);
    }
    expect(state.listings).toBe(1);
    state.nowMs = 11 * 60_000;
    resync.acknowledged(60, true);
    expect(state.listings).toBe(2);
  });

  it('runs once in ten minutes after a refusal', async () => {
    const { state, resync, listAll } = start();
    await listAll(5);
    for (let round = 0; round < 3; round += 1) {
      resync.refused();
      resync.acknowledged(6 + round, false);
    }
    expect(state.listings).toBe(1);
    state.nowMs = 11 * 60_000;
    resync.refused();
    resync.acknowledged(20, false);
    expect(state.listings).toBe(2);
  });

  it('is not blocked forever by a kind that cannot be listed', async () => {
    const { state, resync } = start();
    await resync.listed('node');
    resync.acknowledged(1, true);
    expect(state.listings).toBe(0);
    state.nowMs = 6 * 60_000;
    resync.acknowledged(2, true);
    expect(state.listings).toBe(1);
  });
});
