import { listClaims, updateClaims } from '@gwanje/kinds/claim/calls';
import { getNode, updateNodes } from '@gwanje/kinds/node/calls';
import { getPod, listPods, updatePods } from '@gwanje/kinds/pod/calls';
import { listVolumes, updateVolumes } from '@gwanje/kinds/volume/calls';
import { expect, it } from 'vitest';
import { podRecord, upserts } from '../../pipeline/testing/batches.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { checksum } from '../../testing/test-app.ts';

describeWithSharedApp('excluding objects from monitoring', (app) => {
  it('shows immediately, persists, and is audited', async () => {
    const { caller, seen, nowMs } = await collectedScene(app(), 3);
    const { podId, gonePodId, nodeId } = seen;
    const monResults = async () => {
      const pods = await caller.ok(listPods, { params: { pageNo: 1, pageCnt: 10 }, body: {} });
      return pods.list.map(({ monResult, isMonitored }) => [monResult, isMonitored]);
    };
    await caller.ok(updatePods, {
      body: [
        { podId, isMonitored: false },
        { podId: gonePodId, isMonitored: false },
      ],
    });
    expect(await monResults()).toEqual([['unmonitored', false]]);
    const again = seen.sender.next(nowMs, { inventory: [upserts(podRecord('web', nowMs, { reason: 'x' }))] });
    await app().services.pipeline.accept(again);
    expect(await monResults()).toEqual([['unmonitored', false]]);
    expect((await caller.ok(getPod, { params: { podId: gonePodId } })).isMonitored).toBe(false);

    await caller.ok(updatePods, { body: [{ podId, isMonitored: true }] });
    expect(await monResults()).toEqual([['normal', true]]);
    await caller.ok(updateNodes, { body: [{ nodeId, isMonitored: false }] });
    expect((await caller.ok(getNode, { params: { nodeId } })).monResult).toBe('unmonitored');
    // A request that changes nothing is not audited.
    await caller.ok(updateNodes, { body: [{ nodeId, isMonitored: false }] });
    const audited = await app()
      .db.selectFrom('audit')
      .select(['targetKind', 'detail'])
      .where('action', '=', 'monitoring.update')
      .where('targetId', 'in', [String(podId), String(nodeId)])
      .where('targetKind', 'in', ['pod', 'node'])
      .orderBy('auditId')
      .execute();
    expect(audited).toMatchObject([
      { targetKind: 'pod', detail: { before: { isMonitored: true }, after: { isMonitored: false } } },
      { targetKind: 'pod', detail: { before: { isMonitored: false }, after: { isMonitored: true } } },
      { targetKind: 'node', detail: { before: { isMonitored: true }, after: { isMonitored: false } } },
    ]);
  });

  it('works the same for volumes and claims', async () => {
    const { caller, seen, hidden } = await collectedScene(app(), 3);
    const { volumeId, pvcId } = seen;
    const page = { params: { pageNo: 1, pageCnt: 10 }, body: {} };
    await caller.ok(updateVolumes, { body: [{ volumeId, isMonitored: false }] });
    await caller.ok(updateClaims, { body: [{ pvcId, isMonitored: false }] });
    expect((await caller.ok(listVolumes, page)).list).toMatchObject([{ volumeId, monResult: 'unmonitored' }]);
    expect((await caller.ok(listClaims, page)).list).toMatchObject([{ pvcId, isMonitored: false }]);
    const refused = [
      caller.call(updateVolumes, { body: [{ volumeId: hidden.volumeId, isMonitored: false }] }),
      caller.call(updateVolumes, { body: [{ volumeId: pvcId, isMonitored: false }] }),
    ];
    for (const answer of await Promise.all(refused))
      expect(answer).toMatchObject({ code: 8003, data: { field: '0.volumeId' } });
    const audited = await app()
      .db.selectFrom('audit')
      .select('targetKind')
      .where('action', '=', 'monitoring.update')
      .where('targetId', 'in', [String(volumeId), String(pvcId)])
      .where('targetKind', 'in', ['volume', 'claim'])
      .orderBy('auditId')
      .execute();
    expect(audited.map(({ targetKind }) => targetKind)).toEqual(['volume', 'claim']);
  });

  it('changes all objects or none', async () => {
    const { caller, seen, hidden } = await collectedScene(app(), 3);
    const { podId, nodeId } = seen;
    const before = await checksum(app().db);
    const isMonitored = false;
    const attempts = [
      { ids: [podId, hidden.podId], code: 8003, field: '1.podId' },
      { ids: [podId, 2_000_000_000], code: 8003, field: '1.podId' },
      { ids: [nodeId, podId], code: 8003, field: '0.podId' },
      { ids: [podId, podId], code: 8002, field: '1.podId' },
    ];
    for (const { ids, code, field } of attempts) {
      const answer = await caller.call(updatePods, { body: ids.map((id) => ({ podId: id, isMonitored })) });
      expect(answer).toMatchObject({ code, data: { field } });
    }
    expect(await checksum(app().db)).toBe(before);
    expect((await caller.ok(getPod, { params: { podId } })).isMonitored).toBe(true);
  });
});
