import { expect, it } from 'vitest';
import { nodeRecord, rows, Sender } from '../testing/batches.ts';
import { describePipeline } from '../testing/describe-pipeline.ts';

const MINUTE = 60_000;
const SLOT = 15_000;

describePipeline('after an outage', (fixture) => {
  /** A node agent sends the samples it stored during the outage, one per sample interval. */
  async function sendPast(sender: Sender, node: string, startMs: number, slots: number): Promise<void> {
    const samples = Array.from({ length: slots }, (_, at) =>
      rows('node', startMs + at * SLOT, [node], { cpuUsedCores: [2], memUsedBytes: [1000] }),
    );
    await fixture.accept(sender.next(fixture.nowMs, { samples }));
  }

  /** The resources of a virtual node do not count for the cluster. */
  const virtualNode = (startMs: number) =>
    nodeRecord('aci', startMs, { labels: { type: 'virtual-kubelet' } });

  async function sums(startMs: number, slots: number): Promise<(number | null | undefined)[]> {
    const { series } = await fixture.stack.metrics.series({
      scope: 'cluster',
      ids: [fixture.hostId],
      metrics: ['cpuUsedCores'],
      fromMs: startMs,
      toMs: startMs + slots * SLOT,
      maxPoints: slots,
    });
    return [...(series[0]?.max ?? [])];
  }

  const slots = 120;
  const ofAll = new Array(slots).fill(6);

  /** The agents of three nodes and a virtual node return, a minute apart. */
  async function comeBackOneAfterTheOther(): Promise<number> {
    const startMs = fixture.nowMs - (fixture.nowMs % SLOT) - slots * SLOT;
    const nodes = ['node-1', 'node-2', 'node-3'];
    await fixture.store(...nodes.map((name) => nodeRecord(name, startMs)), virtualNode(startMs));
    for (const node of [...nodes, 'aci']) {
      await sendPast(new Sender(fixture.hostId, `of-${node}`, 'node'), node, startMs, slots);
      fixture.later(MINUTE);
      await fixture.stack.pipeline.tick();
    }
    return startMs;
  }

  it('a cluster has the sums of all its nodes when their agents return one after another', async () => {
    const startMs = await comeBackOneAfterTheOther();
    expect(await sums(startMs, slots)).not.toEqual(ofAll);
    fixture.later(2 * MINUTE);
    await fixture.stack.pipeline.tick();
    expect(await sums(startMs, slots)).toEqual(ofAll);
  });

  it('a cluster has these sums also when the server stopped before it computed them', async () => {
    const startMs = await comeBackOneAfterTheOther();
    await fixture.stack.restart();
    expect(await sums(startMs, slots)).not.toEqual(ofAll);
    fixture.later(2 * MINUTE);
    await fixture.stack.pipeline.tick();
    expect(await sums(startMs, slots)).toEqual(ofAll);
    await fixture.send({});
    const left = fixture.db.selectFrom('clusterLive').select(['lateFrom', 'lateTo']);
    expect(await left.where('hostId', '=', fixture.hostId).executeTakeFirst()).toEqual({
      lateFrom: null,
      lateTo: null,
    });
  });
});
