import { join } from 'node:path';
import { startVictoriaMetrics } from '@gwanje/metric-store/testing/engines';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { freePort } from '@gwanje/testkit/free-port';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { addCluster, addMetaGroup, addSubGroup } from '../testing/world.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const START_WITHIN_MS = 120_000;

it(
  'replicas hand clusters over when they stop, are replaced when they are killed, and admit no server alone',
  async () => {
    await using stack = new AsyncDisposableStack();
    const { db, address, close } = await openTestDatabase();
    stack.defer(close);
    if (!('url' in address)) throw new Error('not a server');
    const databaseUrl = address.url;
    const engine = await startVictoriaMetrics();
    stack.defer(engine.stop);
    const subGroupId = await addSubGroup(db, await addMetaGroup(db, null));
    for (let no = 0; no < 4; no++) await addCluster(db, subGroupId);
    const [urlA, urlB] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
    const start = (env: Readonly<Record<string, string>>) => {
      const folder = stack.use(temporaryFolder());
      const common = { GWANJE_DATABASE_URL: databaseUrl, GWANJE_DATA_DIR: folder.path, GWANJE_PORT: '0' };
      return stack.use(new TestProcess(MAIN, { env: { ...common, GWANJE_METRICS_URL: engine.url, ...env } }));
    };
    const says = (server: TestProcess, text: string) =>
      server.waitForLine((line) => line.includes(text), START_WITHIN_MS);
    /** The clusters of each live replica. */
    const clusterCnts = async () => {
      const owners = await db
        .selectFrom('clusterOwner')
        .innerJoin('replica', 'replica.replicaId', 'clusterOwner.replicaId')
        .select('replica.url')
        .execute();
      return [urlA, urlB].map((url) => owners.filter((owner) => owner.url === url).length);
    };
    const expectClusters = (expected: readonly number[]) =>
      expect.poll(clusterCnts, { timeout: START_WITHIN_MS }).toEqual(expected);

    const a = start({ GWANJE_REPLICA_URL: urlA });
    await says(a, '"ready"');
    await expectClusters([4, 0]);
    const alone = start({});
    expect(await alone.exited).toEqual({ code: 1, signal: null });
    await says(alone, `replicas use this database (${urlA})`);

    const b = start({ GWANJE_REPLICA_URL: urlB });
    await expectClusters([2, 2]);
    expect(await a.stop()).toEqual({ code: 0, signal: null });
    await expectClusters([0, 4]);

    await b.kill();
    const restarted = start({ GWANJE_REPLICA_URL: urlB });
    await says(restarted, '"move":"claimed"');
    await says(restarted, '"ready"');
    await expectClusters([0, 4]);
    expect(await restarted.stop()).toEqual({ code: 0, signal: null });
  },
  START_WITHIN_MS * 4,
);
