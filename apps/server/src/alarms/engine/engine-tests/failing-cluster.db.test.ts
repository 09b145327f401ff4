import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { getInstallationHealth } from '@gwanje/contract/settings/installation';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Sender, upserts } from '../../../pipeline/testing/batches.ts';
import { collectedScene } from '../../../testing/collected-scene.ts';
import { describeWithOwnApp } from '../../../testing/describe-with-app.ts';
import { addCluster, addUser } from '../../../testing/world.ts';
import { crashLooping } from '../../testing/records.ts';

describeWithOwnApp('a cluster whose alarms cannot be evaluated', (app) => {
  it('is reported until it works again, and other clusters are still evaluated', async () => {
    const { caller, subGroupId } = await collectedScene(app());
    const { db, clock, services } = app();
    const [broken, healthy] = [await addCluster(db, subGroupId), await addCluster(db, subGroupId)];
    await services.pipeline.refresh();
    await services.alarms.engine.reloadSettings();
    const nowMs = clock.now().getTime();
    for (const hostId of [broken, healthy]) {
      const inventory = [upserts(crashLooping('web', nowMs))];
      await services.pipeline.accept(new Sender(hostId).next(nowMs, { inventory }));
    }
    await sql`create function refuse_alarm() returns trigger language plpgsql as
      $$ begin raise exception 'no alarm of this cluster'; end $$`.execute(db);
    await sql`create trigger refuse_alarm before insert on alarm for each row
      when (new.host_id = ${sql.lit(broken)}) execute function refuse_alarm()`.execute(db);
    const admin = await app().signIn((await addUser(db, { role: 1 })).userId);
    const reported = async () => {
      const { alarmsFailingSince } = await caller.ok(getClusterSummary, { params: { hostId: broken } });
      const { platformList } = await caller.ok(getDashboardSummary, { body: { isAllCluster: true } });
      const { alarms } = await admin.ok(getInstallationHealth);
      const ready = await app().app.inject({ url: '/readyz' });
      return {
        alarmsFailingSince,
        inDashboard: platformList
          .filter((one) => one.alarmsFailingSince !== null)
          .map(({ hostId }) => Number(hostId)),
        inHealth: alarms.failingList.map(({ hostId, since }) => [Number(hostId), since]),
        ready: [ready.statusCode, ready.json()],
      };
    };
    const since = clock.now().toISOString();
    for (let run = 0; run < 2; run++) {
      await expect(services.alarms.evaluateAll()).rejects.toThrow('1 clusters');
      expect(await reported()).toEqual({
        alarmsFailingSince: since,
        inDashboard: [broken],
        inHealth: [[broken, since]],
        ready: [200, { status: 'ready', clustersWithoutAlarms: 1 }],
      });
      clock.advance(1000);
    }
    const hosts = await db
      .selectFrom('alarm')
      .select('hostId')
      .where('itemKey', '=', 'pod.crashLoop')
      .where('hostId', 'in', [broken, healthy])
      .execute();
    expect(hosts).toEqual([{ hostId: healthy }]);
    await sql`drop trigger refuse_alarm on alarm`.execute(db);
    await sql`drop function refuse_alarm`.execute(db);
    await services.alarms.evaluateAll();
    expect(await reported()).toEqual({
      alarmsFailingSince: null,
      inDashboard: [],
      inHealth: [],
      ready: [200, { status: 'ready', clustersWithoutAlarms: 0 }],
    });
  });
});
