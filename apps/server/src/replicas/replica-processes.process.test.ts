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
const CLUSTERS = 4;

it(
  'a replica admits no server alone, has its clusters again when it was killed, and stops in order',
  async () => {
    await using stack = new AsyncDisposableStack();
    const { db, address, close } = await openTestDatabase();
    stack.defer(close);
    if (!('url' in address)) throw new Error('not a server');
    const databaseUrl = address.url;
    const engine = await startVictoriaMetrics();
    stack.defer(engine.stop);
    const subGroupId = await addSubGroup(db, await addMetaGroup(db, null));
    for (let no = 0; no < CLUSTERS; no++) await addCluster(db, subGroupId);
    const url = `http://127.0.0.1:${await freePort()}`;
    const start = (env: Readonly<Record<string, string>>) => {
      const folder = stack.use(temporaryFolder());
      const common = { GWANJE_DATABASE_URL: databaseUrl, GWANJE_DATA_DIR: folder.path, GWANJE_PORT: '0' };
      return stack.use(new TestProcess(MAIN, { env: { ...common, GWANJE_METRICS_URL: engine.url, ...env } }));
    };
    const says = (server: TestProcess, text: string) =>
      server.waitForLine((line) => line.includes(text), START_WITHIN_MS);
    /** All clusters belong to replicas that have not left. */
    const expectOwned = () =>
      expect
        .poll(
          () =>
            db
              .selectFrom('clusterOwner')
              .innerJoin('replica', 'replica.replicaId', 'clusterOwner.replicaId')
              .select('replica.url')
              .execute(),
          { timeout: START_WITHIN_MS },
        )
        .toEqual(Array.from({ length: CLUSTERS }, () => ({ url })));

    const killed = start({ GWANJE_REPLICA_URL: url });
    await says(killed, '"ready"');
    await expectOwned();
    const alone = start({});
    expect(await alone.exited).toEqual({ code: 1, signal: null });
    await says(alone, `replicas use this database (${url})`);

    await killed.kill();
    const restarted = start({ GWANJE_REPLICA_URL: url });
    await says(restarted, '"move":"claimed"');
    await says(restarted, '"ready"');
    await expectOwned();
    expect(await restarted.stop()).toEqual({ code: 0, signal: null });
  },
  START_WITHIN_MS * 4,
);
