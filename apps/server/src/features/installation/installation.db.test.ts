import { getInstallationHealth } from '@gwanje/contract/settings/installation';
import { expect, it } from 'vitest';
import { collectInto } from '../../testing/collected.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { addCluster, addMetaGroup, addSubGroup, userNoOf } from '../../testing/world.ts';
import { writeInstallationNote } from './installation-repository.ts';

describeWithOwnApp('the health of the installation', (app) => {
  it('reports ingest rates, agents, samples, database, last backup, alarms and process', async () => {
    const { db, services, clock } = app();
    const hostId = await addCluster(
      db,
      await addSubGroup(db, await addMetaGroup(db, await userNoOf(db, 'key'))),
    );
    const admin = await app().signIn('total');
    const before = await admin.ok(getInstallationHealth);
    expect(before.lastBackup).toBeNull();
    expect(before.replicaList).toEqual([]);
    await collectInto(app(), hostId);
    await services.rates.takeReading();
    await writeInstallationNote(
      db,
      'lastBackup',
      { at: clock.now().toISOString(), bytes: 1e6, durationMs: 900, samples: 'embedded' },
      clock.now(),
    );
    const health = await admin.ok(getInstallationHealth);
    expect(health.ingest.rowsPs).toBeGreaterThan(0);
    expect(health.agents.silentClusterCnt).toBe(before.agents.silentClusterCnt - 1);
    expect(health.agents.versionList).toContainEqual({
      role: 'cluster',
      version: '0.1.0',
      agentCnt: 1,
      isOutdated: false,
    });
    expect(health.samples.tierList.reduce((sum, { rowCnt }) => sum + rowCnt, 0)).toBeGreaterThan(0);
    expect(health.database.bytes).toBeGreaterThan(1e6);
    expect(health.database.tableList.length).toBeGreaterThan(3);
    expect(health.lastBackup).toMatchObject({ bytes: 1e6 });
    expect(health.alarms.isHealthy).toBe(true);
    expect(health.process.rssBytes).toBeGreaterThan(1e7);
  });
});
