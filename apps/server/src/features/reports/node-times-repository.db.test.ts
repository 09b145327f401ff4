import type { Db } from '@gwanje/backend/database/schema';
import { addRows } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { addCluster, addMetaGroup, addSubGroup } from '../../testing/world.ts';
import { readNodeTimes } from './node-times-repository.ts';

const HOUR_MS = 3_600_000;
const FROM_MS = Date.parse('2026-02-01T00:00:00Z');
const at = (hours: number) => FROM_MS + hours * HOUR_MS;
const atHour = (hours: number) => new Date(at(hours));

interface StoredNode {
  readonly name: string;
  readonly deletedAt?: Date;
  /** Start, end and condition of each record. */
  readonly records: readonly (readonly [number, number | null, string])[];
}

let lastId = 700_000;

/** Stores nodes of a new cluster, and reads its times of six hours, of which the last hour has no data. */
async function timesOf(db: Db, nodes: readonly StoredNode[]) {
  const hostId = await addCluster(db, await addSubGroup(db, await addMetaGroup(db, null)));
  for (const { name, deletedAt = null, records } of nodes) {
    const nodeId = ++lastId;
    const seen = { firstSeenAt: atHour(-9), lastSeenAt: atHour(5) };
    await addRows(db, 'object', {
      objectId: nodeId,
      hostId,
      kind: 'node',
      uid: name,
      name,
      state: '{}',
      deletedAt,
      ...seen,
    });
    for (const [from, to, condition] of records)
      await addRows(db, 'nodeHistory', {
        hostId,
        nodeId,
        fromAt: atHour(from),
        toAt: to === null ? null : atHour(to),
        condition,
        isSchedulable: true,
        kubeletVersion: 'v1.34.1',
        conditions: '[]',
      });
  }
  return readNodeTimes(db, { hostId, from: atHour(0), to: atHour(6), lastDataAt: atHour(5) });
}

describeWithSharedApp('the times of nodes', (app) => {
  it('are cut at the start of the period and at the last data, and leave out a record before the period', async () => {
    const { nodes, contacts } = await timesOf(app().db, [
      {
        name: 'a',
        records: [
          [-3, -2, 'NotReady'],
          [-1, 2, 'Ready'],
          [2, 3, 'NotReady'],
          [3, null, 'Ready'],
        ],
      },
    ]);
    expect(nodes).toEqual([{ name: 'a', expectedS: 6 * 3600, readyS: 4 * 3600, notReadyS: 3600 }]);
    expect(contacts).toEqual([{ fromMs: at(0), toMs: at(5) }]);
  });

  it('have the contact of all nodes when no single node was there all the time', async () => {
    const { contacts } = await timesOf(app().db, [
      {
        name: 'a',
        records: [
          [0, 1, 'Ready'],
          [4, null, 'Ready'],
        ],
      },
      { name: 'b', records: [[0.5, 3, 'Unknown']] },
    ]);
    expect(contacts).toEqual([
      { fromMs: at(0), toMs: at(3) },
      { fromMs: at(4), toMs: at(5) },
    ]);
  });

  it('are not longer than the life of a node whose hour ended before its deletion was known', async () => {
    const { nodes } = await timesOf(app().db, [
      { name: 'a', deletedAt: new Date(at(2) - 5000), records: [[0, 2, 'Ready']] },
      { name: 'b', deletedAt: new Date(at(2) - 5000), records: [[0, 2, 'NotReady']] },
    ]);
    expect(nodes).toEqual([
      { name: 'a', expectedS: 7195, readyS: 7195, notReadyS: 0 },
      { name: 'b', expectedS: 7195, readyS: 0, notReadyS: 7195 },
    ]);
  });

  it('are empty for a cluster without nodes, and all unknown for a node without records', async () => {
    expect(await timesOf(app().db, [])).toEqual({ nodes: [], contacts: [] });
    expect(await timesOf(app().db, [{ name: 'a', records: [] }])).toEqual({
      nodes: [{ name: 'a', expectedS: 6 * 3600, readyS: 0, notReadyS: 0 }],
      contacts: [],
    });
  });
});
