import { expect, it } from 'vitest';
import { nodeRecord, rows, Sender, upserts } from '../testing/batches.ts';
import { describeCollector } from '../testing/describe-collector.ts';

const MINUTE = 60_000;
const SLOT = 15_000;

describeCollector('after an outage', (stage) => {
  /** What a node's agent kept: a sample a slot. */
  async function tellPast(sender: Sender, node: string, startMs: number, slots: number): Promise<void> {
    const samples = Array.from({ length: slots }, (_, at) =>
      rows('node', startMs + at * SLOT, [node], { cpuUsedCores: [2], memUsedBytes: [1000] }),
    );
    await stage.accept(sender.next(stage.nowMs, { samples }));
  }

  /** What its provider offers is no part of the cluster. */
  const virtualNode = (startMs: number) =>
    nodeRecord('aci', startMs, { labels: { type: 'virtual-kubelet' } });

  async function sums(startMs: number, slots: number): Promise<(number | null | undefined)[]> {
    const { series } = await stage.stack.metrics.series({
      scope: 'cluster',
      ids: [stage.hostId],
      metrics: ['cpuUsedCores'],
      fromMs: startMs,
      toMs: startMs + slots * SLOT,
      maxPoints: slots,
    });
    return [...(series[0]?.max ?? [])];
  }

  const slots = 120;
  const ofAll = new Array(slots).fill(6);

  /** Three nodes and a virtual one, a minute apart. */
  async function comeBackOneAfterTheOther(): Promise<number> {
    const startMs = stage.nowMs - (stage.nowMs % SLOT) - slots * SLOT;
    const nodes = ['node-1', 'node-2', 'node-3'];
    await stage.accept(
      stage.agent.next(stage.nowMs, {
        inventory: [upserts(...nodes.map((name) => nodeRecord(name, startMs)), virtualNode(startMs))],
      }),
    );
    for (const node of [...nodes, 'aci']) {
      await tellPast(new Sender(stage.hostId, `of-${node}`, 'node'), node, startMs, slots);
      stage.later(MINUTE);
      await stage.stack.collector.tick();
    }
    return startMs;
  }

  it('a cluster has the sums of all its nodes, though their agents came back one after the other', async () => {
    const startMs = await comeBackOneAfterTheOther();
    expect(await sums(startMs, slots)).not.toEqual(ofAll);
    stage.later(2 * MINUTE);
    await stage.stack.collector.tick();
    expect(await sums(startMs, slots)).toEqual(ofAll);
  });

  it('a cluster has them also where the server ended before it had summed them', async () => {
    const startMs = await comeBackOneAfterTheOther();
    await stage.stack.restart();
    expect(await sums(startMs, slots)).not.toEqual(ofAll);
    stage.later(2 * MINUTE);
    await stage.stack.collector.tick();
    expect(await sums(startMs, slots)).toEqual(ofAll);
    await stage.accept(stage.agent.next(stage.nowMs, {}));
    const left = stage.db.selectFrom('clusterLive').select(['lateFrom', 'lateTo']);
    expect(await left.where('hostId', '=', stage.hostId).executeTakeFirst()).toEqual({
      lateFrom: null,
      lateTo: null,
    });
  });
});
