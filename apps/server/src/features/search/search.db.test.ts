import { search } from '@gwanje/kinds/calls/search';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { GONE_MS } from '../../testing/collected.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithOwnApp, describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { LATEST, rowKinds } from './deleted-object-repository.ts';

describeWithSharedApp('a search', (app) => {
  it('finds existing objects, then deleted ones, in allowed groups only', async () => {
    const { caller, hostId, seen, nowMs } = await collectedScene(app());
    const found = await caller.ok(search, { query: { q: 'WEB' } });
    expect(found.list[0]).toMatchObject({ kind: 'pod', id: seen.podId, hostId, deletedAt: null });
    // Objects of other kinds have the same name.
    expect(found.list.map(({ kind }) => kind)).toEqual([
      'pod',
      'service',
      'ingress',
      'autoscaler',
      'disruptionBudget',
      'quota',
    ]);
    expect(found.totalCnt).toBe(found.list.length);
    const gone = await caller.ok(search, { query: { q: 'gone' } });
    expect(gone.list).toMatchObject([
      {
        kind: 'pod',
        id: seen.gonePodId,
        namespace: 'default',
        deletedAt: new Date(nowMs - GONE_MS).toISOString(),
      },
    ]);
    const mains = await caller.ok(search, { query: { q: 'main' } });
    expect(mains.list.map(({ kind, id, parentName }) => [kind, id, parentName])).toEqual([
      ['container', seen.containerId, 'web'],
      ['container', seen.goneContainerId, 'gone'],
    ]);
  });

  it('finds only existing or only deleted objects on request', async () => {
    const { caller, seen } = await collectedScene(app());
    const idsOf = async (choice: object) => {
      const { list, totalCnt } = await caller.ok(search, { query: { q: 'main', ...choice } });
      expect(totalCnt).toBe(list.length);
      return list.map(({ id }) => id);
    };
    expect(await idsOf({ gone: 'without' })).toEqual([seen.containerId]);
    expect(await idsOf({ gone: 'only' })).toEqual([seen.goneContainerId]);
    expect(await idsOf({ gone: 'with' })).toEqual(await idsOf({}));
  });

  it('returns at most the limit, and no result for blanks or wildcards', async () => {
    const { caller } = await collectedScene(app());
    expect((await caller.ok(search, { query: { q: 'main', limit: 1 } })).list).toHaveLength(1);
    for (const q of ['   ', '%', '_', '\\', "' or 1=1"])
      expect((await caller.ok(search, { query: { q } })).list).toEqual([]);
  });

  it('finds nothing outside the selected groups', async () => {
    const { seen, otherSubGroupId } = await collectedScene(app());
    const key = await app().signIn('key');
    const { list } = await key.ok(search, { query: { q: 'gone', subGroupIdList: otherSubGroupId } });
    expect(list.map(({ id }) => id)).not.toContain(seen.gonePodId);
    expect(list).toHaveLength(1);
  });
});

describeWithOwnApp('a search among many deleted objects', (app) => {
  it('finds an old deleted object by a prefix of its name, and only recent ones by a substring', async () => {
    const { caller, hostId, seen } = await collectedScene(app());
    await sql`
      insert into object (object_id, host_id, kind, uid, name, namespace, first_seen_at, last_seen_at, deleted_at)
      select nextval('object_id_seq'), ${hostId}::int, 'pod', 'uid-noise-' || no, 'noise-' || no, 'default', now(), now(),
        now() + no * interval '1 second'
      from generate_series(1, ${Math.floor(LATEST / rowKinds.length)}::int) no`.execute(app().db);
    const last = `noise-${Math.floor(LATEST / rowKinds.length)}`;
    const foundBy = async (q: string) => (await caller.ok(search, { query: { q } })).list;
    expect(await foundBy('Gone')).toMatchObject([{ kind: 'pod', id: seen.gonePodId }]);
    expect(await foundBy('one')).not.toContainEqual(expect.objectContaining({ id: seen.gonePodId }));
    expect(await foundBy(last.slice(2))).toMatchObject([{ name: last }]);
    expect((await foundBy('noise-')).slice(0, 1)).toMatchObject([{ kind: 'pod' }]);
  });
});
