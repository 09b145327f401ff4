import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { addCluster, addMetaGroup, addSubGroup } from '../../testing/world.ts';
import { readCapacity } from './report-capacity.ts';
import { listReportClusters } from './report-data-repository.ts';

describeWithOwnApp('the capacity of a report', (app) => {
  it('counts all claims and says that it reads only some of very many', async () => {
    const { db, services, clock } = app();
    const subGroupId = await addSubGroup(db, await addMetaGroup(db, null));
    const hostId = await addCluster(db, subGroupId);
    const to = clock.now();
    const from = new Date(to.getTime() - 7 * 86_400_000);
    const addClaims = (firstId: number, cnt: number) =>
      sql`insert into object (object_id, host_id, kind, uid, name, namespace, state, first_seen_at, last_seen_at)
        select id, ${hostId}, 'claim', 'claim-' || id, 'data-' || id, 'shop', '{}', ${from}, ${to}
        from generate_series(${firstId}::int, ${firstId + cnt - 1}::int) id`.execute(db);
    const clusters = await listReportClusters(db, [subGroupId]);
    const read = () => readCapacity(db, services.metricStore, clusters, { hostIds: [hostId], from, to });
    expect(await read()).toMatchObject({ claimCnt: 0, isTruncated: false });
    await addClaims(800_001, 5000);
    expect(await read()).toMatchObject({ claimCnt: 5000, isTruncated: false });
    await addClaims(805_001, 3);
    expect(await read()).toMatchObject({ claimCnt: 5003, isTruncated: true });
  });
});
