import { describe, expect, it } from 'vitest';
import { Resync } from './resync.ts';

function start() {
  const state = { relistCnt: 0, lastSeq: 0, nowMs: 0 };
  const resync = new Resync({
    kinds: ['node', 'pod'],
    listAgain: () => {
      state.relistCnt += 1;
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

describe('Resync', () => {
  it('starts once for an acknowledgement after the listing, and not for earlier ones', async () => {
    const { state, resync, listAll } = start();
    resync.acknowledged(1, true);
    await listAll(5);
    resync.acknowledged(5, true);
    expect(state.relistCnt).toBe(0);
    resync.acknowledged(6, true);
    expect(state.relistCnt).toBe(1);
    resync.acknowledged(7, true);
    expect(state.relistCnt).toBe(1);
    await listAll(9);
    resync.acknowledged(10, false);
    expect(state.relistCnt).toBe(1);
  });

  it('does not start for acknowledgements while the end of a listing is still being written', async () => {
    const { state, resync } = start();
    await resync.listed('node');
    const closing = resync.listed('pod');
    resync.acknowledged(3, true);
    state.lastSeq = 5;
    await closing;
    expect(state.relistCnt).toBe(0);
    resync.acknowledged(6, true);
    expect(state.relistCnt).toBe(1);
  });

  it('starts once after inventory was lost, at the next acknowledgement', async () => {
    const { state, resync, listAll } = start();
    await listAll(5);
    resync.lost();
    resync.lost();
    expect(state.relistCnt).toBe(0);
    resync.acknowledged(3, false);
    resync.acknowledged(4, false);
    expect(state.relistCnt).toBe(1);
  });

  it('starts at most once in ten minutes while each listing is partly refused, whatever the server asks', async () => {
    const { state, resync, listAll } = start();
    await listAll(5);
    for (let seq = 10; seq < 50; seq += 10) {
      resync.refused();
      resync.acknowledged(seq, true);
      await listAll(seq + 5);
      resync.acknowledged(seq + 6, true);
    }
    expect(state.relistCnt).toBe(1);
    state.nowMs = 11 * 60_000;
    resync.acknowledged(60, true);
    expect(state.relistCnt).toBe(2);
  });

  it('starts at most once in ten minutes after refusals', async () => {
    const { state, resync, listAll } = start();
    await listAll(5);
    for (let round = 0; round < 3; round += 1) {
      resync.refused();
      resync.acknowledged(6 + round, false);
    }
    expect(state.relistCnt).toBe(1);
    state.nowMs = 11 * 60_000;
    resync.refused();
    resync.acknowledged(20, false);
    expect(state.relistCnt).toBe(2);
  });

  it('starts after five minutes even if a kind was never listed', async () => {
    const { state, resync } = start();
    await resync.listed('node');
    resync.acknowledged(1, true);
    expect(state.relistCnt).toBe(0);
    state.nowMs = 6 * 60_000;
    resync.acknowledged(2, true);
    expect(state.relistCnt).toBe(1);
  });
});
