import { compareManifests, getManifest, listManifestVersions } from '@gwanje/contract/objects/manifests';
import { expect, it } from 'vitest';
import { deletes, iso, manifestUpsert } from '../../pipeline/testing/batches.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';

describeWithSharedApp('the calls for manifests', (app) => {
  async function scene() {
    const { caller, seen, nowMs } = await collectedScene(app());
    const params = { objectId: seen.podId };
    const name = 'web';
    const send = async (atMs: number, replicas: number) => {
      const upsert = manifestUpsert(name, atMs, { replicas });
      const manifests = { upserts: [upsert], checks: [] };
      await app().services.pipeline.accept(seen.sender.next(nowMs, { manifests }));
      return upsert;
    };
    return { caller, seen, nowMs, params, send };
  }

  it('answer the manifest of now and of an instant, and its versions with their changed fields', async () => {
    const { caller, nowMs, params, send } = await scene();
    const first = await send(nowMs - 20_000, 1);
    const second = await send(nowMs - 10_000, 2);
    const [firstAt, secondAt] = [iso(nowMs - 20_000), iso(nowMs - 10_000)];
    const now = await caller.ok(getManifest, { params });
    expect(now).toMatchObject({ missing: null, firstAt });
    expect(now.manifest).toEqual({ at: secondAt, until: null, json: second.json, isCut: false });
    const past = await caller.ok(getManifest, { params, query: { at: iso(nowMs - 15_000) } });
    expect(past.manifest).toMatchObject({ at: firstAt, until: secondAt, json: first.json });
    const before = await caller.ok(getManifest, { params, query: { at: iso(nowMs - 30_000) } });
    expect(before).toMatchObject({ manifest: null, missing: 'beforeFirst', firstAt });
    const changes = [{ path: 'spec.replicas', topic: 'replicas', subject: null, from: '1', to: '2' }];
    expect((await caller.ok(listManifestVersions, { params })).versionList).toEqual([
      { at: secondAt, isCut: false, isFirst: false, changes, moreCnt: 0 },
      { at: firstAt, isCut: false, isFirst: true, changes: [], moreCnt: 0 },
    ]);
    const inRange = async (query: Record<string, string>) =>
      (await caller.ok(listManifestVersions, { params, query })).versionList.map(({ at }) => at);
    expect(await inRange({ from: iso(nowMs - 15_000) })).toEqual([secondAt]);
    expect(await inRange({ from: iso(nowMs - 25_000), to: firstAt })).toEqual([firstAt]);
    expect(await inRange({ from: iso(nowMs - 5_000), to: iso(nowMs) })).toEqual([]);
    const compared = await caller.ok(compareManifests, { params, query: { from: firstAt, to: secondAt } });
    expect(compared).toMatchObject({ from: { json: first.json }, to: { json: second.json }, changes });
  });

  it('answer why there is no manifest', async () => {
    const { caller, seen, nowMs, params } = await scene();
    expect(await caller.ok(getManifest, { params })).toMatchObject({
      manifest: null,
      missing: 'agentSendsNone',
    });
    const manifests = { upserts: [manifestUpsert('node-1', nowMs, {}, { kind: 'node' })], checks: [] };
    await app().services.pipeline.accept(seen.sender.next(nowMs, { manifests }));
    expect(await caller.ok(getManifest, { params })).toMatchObject({ missing: 'notStored', firstAt: null });
    expect((await caller.ok(listManifestVersions, { params })).versionList).toEqual([]);
  });

  it('answer the last manifest of a deleted object', async () => {
    const { caller, seen, nowMs, params, send } = await scene();
    const { json } = await send(nowMs, 1);
    const inventory = [deletes('pod', 'uid-web', nowMs)];
    await app().services.pipeline.accept(seen.sender.next(nowMs, { inventory }));
    expect((await caller.ok(getManifest, { params })).manifest?.json).toBe(json);
  });

  it('do not reveal objects of other groups, and know no containers', async () => {
    const { caller, seen, hidden, nowMs } = await collectedScene(app());
    const manifests = { upserts: [manifestUpsert('web', nowMs, {})], checks: [] };
    await app().services.pipeline.accept(hidden.sender.next(nowMs, { manifests }));
    const params = { objectId: hidden.podId };
    const query = { from: iso(nowMs), to: iso(nowMs) };
    const none = { code: 8003, data: {} };
    for (const endpoint of [getManifest, listManifestVersions])
      expect(await caller.call(endpoint, { params })).toMatchObject(none);
    expect(await caller.call(compareManifests, { params, query })).toMatchObject(none);
    expect(await caller.call(getManifest, { params: { objectId: seen.containerId } })).toMatchObject({
      code: 8003,
    });
  });
});
