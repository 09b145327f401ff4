import { HostId } from '@gwanje/contract/definition/fields';
import type { ReportContent } from '@gwanje/contract/reports/report-content';
import { getReport } from '@gwanje/contract/reports/report-schedules';
import { addRows } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addCluster, addMember, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';
import { DAY_MS, MINUTE_MS, type StoredAlarm, storeAlarms, storeNodes } from './testing/stored-week.ts';

/** The week before the clock of the tests, in Seoul. */
const FROM_MS = Date.parse('2026-02-22T15:00:00Z');
const TO_MS = FROM_MS + 7 * DAY_MS;
const query = { kind: 'weekly', date: '2026-02-25', timeZone: 'Asia/Seoul' };

describe('the report of a week', () => {
  let app: TestApp;
  let admin: Caller;
  let metaGroupId: number;
  let subGroupIds: number[];
  let hostIds: number[];
  let nodes: Awaited<ReturnType<typeof storeNodes>>;
  let alarms: StoredAlarm[];
  let report: ReportContent;

  beforeAll(async () => {
    // Samples of a whole week are written at once.
    app = await startTestApp({
      environment: { GWANJE_SAMPLES_RAW_HOURS: '480', GWANJE_SAMPLES_1M_DAYS: '20' },
    });
    const { db } = app;
    admin = await app.signIn('key');
    metaGroupId = await addMetaGroup(db, null);
    subGroupIds = [await addSubGroup(db, metaGroupId), await addSubGroup(db, metaGroupId)];
    hostIds = [];
    for (const subGroupId of subGroupIds) hostIds.push(await addCluster(db, subGroupId));
    const [hostId = 0, silentHostId = 0] = hostIds;
    const addLive = (one: number, lastMs: number) => {
      const [firstBatchAt, lastBatchAt] = [new Date(FROM_MS - 5 * DAY_MS), new Date(lastMs)];
      return addRows(db, 'clusterLive', { hostId: one, facts: '{}', firstBatchAt, lastBatchAt });
    };
    await addLive(hostId, TO_MS + DAY_MS);
    await addLive(silentHostId, FROM_MS + 3 * DAY_MS);
    nodes = await storeNodes(db, { hostId, firstId: 900_001, fromMs: FROM_MS, toMs: TO_MS }, 7);
    const range = { fromMs: FROM_MS - 9 * DAY_MS, toMs: TO_MS + DAY_MS };
    alarms = await storeAlarms(db, { hostId, firstId: 900_001, ...range }, 800, 11);
    await openNode(silentHostId);
    await storeSamples(hostId);
    ({ report } = await admin.ok(getReport, { params: { metaGroupId }, query }));
  });
  afterAll(() => app?.[Symbol.asyncDispose]());

  /** A node whose record is still open, in a cluster that fell silent in the middle of the week. */
  async function openNode(hostId: number): Promise<void> {
    const times = { firstSeenAt: new Date(FROM_MS - DAY_MS), lastSeenAt: new Date(FROM_MS) };
    const object = { objectId: 900_100, hostId, kind: 'node', uid: 'open', name: 'open', state: '{}' };
    await addRows(app.db, 'object', { ...object, ...times });
    const state = { condition: 'Ready', isSchedulable: true, kubeletVersion: 'v1.34.1', conditions: '[]' };
    const fromAt = new Date(FROM_MS + 3 * DAY_MS - 30 * MINUTE_MS);
    await addRows(app.db, 'nodeHistory', { hostId, nodeId: 900_100, fromAt, toAt: null, ...state });
  }

  /** Hourly samples: CPU grows by one core a day, one pod uses a tenth of its request and one does nothing. */
  async function storeSamples(hostId: number): Promise<void> {
    const pods = [900_201, 900_202];
    const owner = { ownerKind: 'Deployment', ownerName: 'web' };
    for (const [index, objectId] of pods.entries())
      await addRows(app.db, 'object', {
        objectId,
        hostId,
        kind: 'pod',
        uid: `uid-${objectId}`,
        name: `web-${index}`,
        namespace: 'shop',
        placedAt: new Date(FROM_MS - DAY_MS),
        // The second pod lives for half of the week.
        deletedAt: index === 1 ? new Date(FROM_MS + 3.5 * DAY_MS) : null,
        firstSeenAt: new Date(FROM_MS - DAY_MS),
        lastSeenAt: new Date(TO_MS),
        state: JSON.stringify({ ...owner, cpuRequestCores: 4, memRequestBytes: 0 }),
      });
    for (let hour = 0; hour < 168; hour++) {
      const tsMs = FROM_MS + hour * 3_600_000 + MINUTE_MS;
      await app.services.metricStore.append([
        {
          scope: 'cluster',
          tsMs,
          ids: [hostId],
          columns: {
            cpuUsedCores: [10 + hour / 24],
            memUsedBytes: [5e9],
            pvUsedBytes: [hour < 40 ? 1e9 : null],
            pvCapacityBytes: [1e10],
          },
        },
        {
          scope: 'pod',
          tsMs,
          ids: hour < 84 ? pods : pods.slice(0, 1),
          columns:
            hour < 84
              ? { cpuUsedCores: [0.4, 0.2], memUsedBytes: [1e8, 1e8] }
              : { cpuUsedCores: [0.4], memUsedBytes: [1e8] },
        },
      ]);
    }
  }

  const inWeek = (fromMs: number, toMs: number) =>
    alarms.filter(({ occurredMs }) => occurredMs >= fromMs && occurredMs < toMs);

  it('is of the week from Monday to Sunday in its time zone', () => {
    expect(report).toMatchObject({
      fromDate: '2026-02-23',
      toDate: '2026-03-01',
      fromAt: new Date(FROM_MS).toISOString(),
      toAt: new Date(TO_MS).toISOString(),
      isRunning: false,
      isWholeGroup: true,
    });
  });

  it('counts for each node the minutes that its stored records cover, and no others', () => {
    for (const { nodeId, firstSeenMs, deletedMs, records } of nodes) {
      const minutes = { expected: 0, ready: 0, notReady: 0 };
      for (let atMs = FROM_MS; atMs < TO_MS; atMs += MINUTE_MS) {
        if (atMs < firstSeenMs || (deletedMs !== null && atMs >= deletedMs)) continue;
        minutes.expected += 1;
        const record = records.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < (toMs ?? Infinity));
        if (!record) continue;
        if (['NotReady', 'Unknown'].includes(record.condition)) minutes.notReady += 1;
        else minutes.ready += 1;
      }
      const row = report.availability.nodeList.find(({ name }) => name === `node-${nodeId}`);
      expect(row, `node ${nodeId}`).toMatchObject({
        expectedS: minutes.expected * 60,
        readyS: minutes.ready * 60,
        notReadyS: minutes.notReady * 60,
      });
    }
  });

  it('counts for the cluster the minutes in which any node was reported, and its silences', () => {
    const contactPerMinute: boolean[] = [];
    for (let atMs = FROM_MS; atMs < TO_MS; atMs += MINUTE_MS)
      contactPerMinute.push(
        nodes.some(
          ({ deletedMs, records }) =>
            atMs < (deletedMs ?? Infinity) &&
            records.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < (toMs ?? Infinity)),
        ),
      );
    const silences = contactPerMinute
      .map((hasContact) => (hasContact ? ' ' : 's'))
      .join('')
      .split(/ +/)
      .map((text) => text.length)
      .filter((length) => length >= 5);
    const row = report.availability.clusterList.find(({ hostId }) => hostId === hostIds[0]);
    expect(row).toMatchObject({
      nodeCnt: 4,
      spanS: contactPerMinute.length * 60,
      contactS: contactPerMinute.filter(Boolean).length * 60,
      silenceCnt: silences.length,
      longestSilenceS: Math.max(0, ...silences) * 60,
    });
    expect(row?.readyS).toBe(
      report.availability.nodeList
        .filter(({ hostId }) => hostId === hostIds[0])
        .reduce((sum, { readyS }) => sum + readyS, 0),
    );
  });

  it('never counts the silence after the last data as up, although the record is open', () => {
    const row = report.availability.nodeList.find(({ name }) => name === 'open');
    expect(row).toMatchObject({ expectedS: 7 * 86_400, readyS: 1800, notReadyS: 0 });
  });

  it('counts the alarms of each item as the stored rows say, also in the week before', () => {
    const now = inWeek(FROM_MS, TO_MS);
    const before = inWeek(FROM_MS - 7 * DAY_MS, FROM_MS);
    const items = new Map(report.alarms.itemList.map((item) => [item.itemKey, item]));
    for (const itemKey of new Set(alarms.map((alarm) => alarm.itemKey))) {
      const of = (list: StoredAlarm[]) => list.filter((alarm) => alarm.itemKey === itemKey);
      expect(items.get(itemKey)).toMatchObject({
        cnt: of(now).length,
        criticalCnt: of(now).filter(({ level }) => level === 5).length,
        beforeCnt: of(before).length,
      });
    }
    expect(report.alarms).toMatchObject({
      cnt: now.length,
      criticalCnt: now.filter(({ level }) => level === 5).length,
      foldedCnt: now.filter(({ isFolded }) => isFolded).length,
      beforeCnt: before.length,
    });
    expect(report.alarms.dayList).toEqual(
      Array.from({ length: 7 }, (_, day) => {
        const ofDay = inWeek(FROM_MS + day * DAY_MS, FROM_MS + (day + 1) * DAY_MS);
        const criticalCnt = ofDay.filter(({ level }) => level === 5).length;
        return {
          date: new Date(FROM_MS + (day + 0.5) * DAY_MS).toISOString().slice(0, 10),
          warningCnt: ofDay.length - criticalCnt,
          criticalCnt,
        };
      }),
    );
  });

  it.each([
    ['acknowledged', 2],
    ['handled', 3],
  ] as const)('measures the time until alarms were %s from the stored acts', (name, minLevel) => {
    const own = inWeek(FROM_MS, TO_MS).filter(({ isFolded }) => !isFolded);
    const times: number[] = [];
    let endedCnt = 0;
    for (const { occurredMs, acts, endedMs } of own) {
      const first = acts.filter(({ level }) => level >= minLevel).map(({ atMs }) => atMs);
      if (first.length > 0) times.push((Math.min(...first) - occurredMs) / 1000);
      else if (endedMs !== null) endedCnt += 1;
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => {
      const position = (times.length - 1) * share;
      const low = times[Math.floor(position)] ?? 0;
      const high = times[Math.ceil(position)] ?? 0;
      return low + (high - low) * (position - Math.floor(position));
    };
    expect(times.length).toBeGreaterThan(10);
    const found = report.response[name];
    expect(found).toMatchObject({
      doneCnt: times.length,
      neverCnt: own.length - times.length,
      neverAndEndedCnt: endedCnt,
    });
    expect(found.medianS).toBeCloseTo(at(0.5), 3);
    expect(found.p95S).toBeCloseTo(at(0.95), 3);
  });

  it('counts short alarms and returns of each rule, and proposes a valid setting', () => {
    const own = inWeek(FROM_MS, TO_MS).filter(({ isFolded }) => !isFolded);
    for (const rule of report.noise.ruleList) {
      const ofItem = own.filter(({ itemKey }) => itemKey === rule.itemKey);
      let shortCnt = 0;
      for (const { steps } of ofItem)
        for (const [index, { atMs, change }] of steps.entries())
          if (change === 'recovered' && atMs - (steps[index - 1]?.atMs ?? 0) <= 120_000) shortCnt += 1;
      expect(rule).toMatchObject({
        cnt: ofItem.length,
        shortCnt,
        againCnt: ofItem.flatMap(({ steps }) => steps).filter(({ change }) => change === 'reoccurred').length,
      });
    }
    const keys = report.noise.ruleList.map(({ itemKey }) => itemKey);
    expect(keys.toSorted()).toEqual(['event.7', 'node.cpuUsage', 'node.notReady', 'pod.crashLoop']);
    const event = report.noise.ruleList.find(({ itemKey }) => itemKey === 'event.7');
    expect(event).toMatchObject({ itemName: '=FailedMount', hostId: hostIds[0], proposal: null });
  });

  it('states growth and when CPU runs out, and states nothing where too little was measured', () => {
    const of = (resource: string) =>
      report.capacity.clusterList.find((row) => row.hostId === hostIds[0] && row.resource === resource);
    // Three nodes of eight cores at the end of the week; CPU grew from 10 to 17.
    expect(of('cpu')).toMatchObject({ state: 'fills', capacity: 24, measuredShare: 1 });
    expect(of('cpu')?.perDay).toBeCloseTo(1, 1);
    expect(of('cpu')?.daysLeft).toBeCloseTo(24 - (of('cpu')?.used ?? 0), 0);
    expect(of('memory')).toMatchObject({ state: 'steady', daysLeft: null, used: 5e9 });
    expect(of('volume')).toMatchObject({ state: 'tooLittle', perDay: null, daysLeft: null, capacity: 1e10 });
    const silent = report.capacity.clusterList.filter((row) => row.hostId === hostIds[1]);
    expect(silent.map(({ state, measuredShare }) => [state, measuredShare])).toEqual(
      Array(3).fill(['tooLittle', 0]),
    );
  });

  it('averages use and requests of workloads over the whole week', () => {
    const [web] = report.workloads.wastedCpu;
    expect(web).toMatchObject({ name: 'web', ownerKind: 'Deployment', namespace: 'shop', podCnt: 2 });
    // One pod all week, one half of it.
    expect(web?.used).toBeCloseTo(0.4 + 0.2 / 2, 2);
    expect(web?.requested).toBeCloseTo(4 + 4 / 2, 2);
    expect(report.workloads.byMemory[0]?.requested).toBeNull();
    expect(report.workloads).toMatchObject({ podCnt: 2, measuredPodCnt: 2, isTruncated: false });
  });

  it('holds only the sub groups that its reader may see, and is refused for a hidden group', async () => {
    const { userNo, userId } = await addUser(app.db, { role: 2 });
    const caller = await app.signIn(userId);
    const request = { params: { metaGroupId }, query };
    expect((await caller.call(getReport, request)).code).toBe(8003);
    await addMember(app.db, userNo, subGroupIds[1] ?? 0);
    const { report: own } = await caller.ok(getReport, request);
    expect(own.isWholeGroup).toBe(false);
    expect(own.subGroupList.map(({ subGroupId }) => subGroupId)).toEqual([subGroupIds[1]]);
    const named = JSON.stringify(own);
    expect(own.availability.clusterList.map(({ hostId }) => hostId)).toEqual([HostId.parse(hostIds[1])]);
    expect(named).not.toContain('node-900001');
    expect(own.alarms.cnt).toBe(0);
  });

  it('marks a running period, and refuses one that has not begun', async () => {
    const running = { ...query, date: '2026-03-03' };
    const found = await admin.ok(getReport, { params: { metaGroupId }, query: running });
    expect(found.report).toMatchObject({ isRunning: true, countedTo: app.clock.now().toISOString() });
    // Nine hours of the week have passed: it is compared with nine hours of the week before.
    const elapsedMs = app.clock.now().getTime() - TO_MS;
    expect(found.report.alarms.beforeCnt).toBe(inWeek(FROM_MS, FROM_MS + elapsedMs).length);
    const future = { ...query, date: '2026-03-20' };
    const refused = await admin.call(getReport, { params: { metaGroupId }, query: future });
    expect(refused).toMatchObject({ code: 8002, data: { field: 'date', reason: 'future' } });
  });
});
