import {
  type AlarmItemKey,
  type AlarmSettings,
  type AlarmTarget,
  alarmItemKeys,
} from '@gwanje/contract/alarms/alarm-items';
import type { AlarmItem } from '@gwanje/domain/alarms/item';
import { alarmItems, itemsOf } from '@gwanje/domain/alarms/registry';
import type { AlarmedKind } from '@gwanje/kinds/state/facts';
import { addRows } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forecastClaims } from '../../../features/forecast/forecast-claims.ts';
import type { FactsView } from '../../../live/views/alarm-snapshot.ts';
import { OWNS_ALL } from '../../../platform/ownership.ts';
import { type AlarmStack, startAlarmStack } from '../../testing/alarm-stack.ts';

/*
 * End to end: a scenario runs in a simulated cluster, the agent reads it, the server raises the alarms; the
 * scenario ends, and the alarms recover. `npm test` runs one scenario of each target; `npm run soak --
 * every-item` runs all of them.
 */

/** The scenario that raises each item. The compiler reports an item without a scenario. */
const SCENARIOS = {
  'cluster.noData': 'agent-stopped',
  'cluster.apiUnreachable': 'api-restart',
  'cluster.nodesNotReady': 'node-not-ready',
  'cluster.podsPending': 'pending-pods',
  'cluster.statisticsMissing': 'statistics-missing',
  'cluster.cpuUsage': 'surge',
  'cluster.memUsage': 'surge',
  'cluster.cpuRequests': 'scale-up',
  'cluster.memRequests': 'scale-up',
  'cluster.pvUtilization': 'volume-fills',
  'cluster.pvUnbound': 'pv-released',
  'node.notReady': 'node-not-ready',
  'node.memoryPressure': 'memory-pressure',
  'node.diskPressure': 'disk-pressure',
  'node.pidPressure': 'pid-pressure',
  'node.networkUnavailable': 'network-unavailable',
  'node.unschedulable': 'cordon',
  'node.cpuUsage': 'surge',
  'node.memUsage': 'surge',
  'node.fileSystem': 'disk-pressure',
  'node.inodes': 'disk-pressure',
  'node.netRx': 'surge',
  'node.netTx': 'surge',
  'node.netErrors': 'surge',
  'pod.failed': 'disk-pressure',
  'pod.pending': 'pending-pods',
  'pod.notReady': 'crash-loop',
  'pod.crashLoop': 'crash-loop',
  'pod.oomKilled': 'oom-kill',
  'pod.imagePull': 'image-pull-failure',
  'pod.restarts': 'crash-loop',
  'pod.terminating': 'stuck-terminating',
  'pod.cpuUsage': 'surge',
  'pod.memUsage': 'surge',
  'pod.ephemeral': 'surge',
  'pod.netRx': 'surge',
  'pod.netTx': 'surge',
  'volume.failed': 'pv-failed',
  'volume.released': 'pv-released',
  'volume.pending': 'pv-pending',
  'claim.pending': 'claim-pending',
  'claim.lost': 'claim-lost',
  'claim.usage': 'volume-fills',
  'claim.inodes': 'volume-fills',
  'claim.daysUntilFull': 'volume-creeps',
  'quota.usage': 'quota-near-limit',
  'workload.replicasUnavailable': 'crash-loop',
  'workload.rolloutStuck': 'image-pull-failure',
  'workload.jobFailed': 'cron-job-failing',
  'workload.cronJobLate': 'cron-job-late',
  'autoscaler.atMaximum': 'demand-peak',
  'disruptionBudget.blocksDrain': 'drain-blocked',
} as const satisfies Record<AlarmItemKey, string>;
type Scenario = (typeof SCENARIOS)[AlarmItemKey];

const OF_POLICIES: readonly Scenario[] = ['quota-near-limit', 'demand-peak', 'drain-blocked'];
const OF_VOLUMES: readonly Scenario[] = ['volume-fills', 'pv-failed', 'pv-released', 'pv-pending'];
const OF_CLAIMS: readonly Scenario[] = ['claim-pending', 'claim-lost'];
const OF_PODS: readonly Scenario[] = ['crash-loop', 'oom-kill', 'image-pull-failure', 'pending-pods'];
/** Scenarios that run at the same time. */
const ALL_WAVES: readonly (readonly Scenario[])[] = [
  ['surge', ...OF_VOLUMES, ...OF_CLAIMS, 'scale-up', ...OF_POLICIES],
  [...OF_PODS, 'node-not-ready', 'cordon', 'stuck-terminating'],
  ['memory-pressure', 'disk-pressure', 'pid-pressure', 'network-unavailable', 'api-restart'],
  ['statistics-missing'],
  ['cron-job-failing', 'cron-job-late'],
];

const isSoak = process.env.GWANJE_SOAK_ITEMS === 'all';
const ONE_WAVE = ['crash-loop', 'node-not-ready', 'pv-released', 'claim-pending', ...OF_POLICIES] as const;
const WAVES: readonly (readonly Scenario[])[] = isSoak ? ALL_WAVES : [ONE_WAVE];
const MINUTE_MS = 60_000;
const MAX_STEPS = 30;
const TIMEOUT_MS = 180_000;

describe(isSoak ? 'every alarm item' : 'an alarm item of each target', () => {
  let stack: AlarmStack;

  beforeAll(async () => {
    stack = await startAlarmStack(isSoak ? 120 : 40);
  }, TIMEOUT_MS);
  afterAll(() => stack?.[Symbol.asyncDispose]());

  const keysOf = (scenarios: readonly Scenario[]) =>
    alarmItemKeys.filter((key) => scenarios.includes(SCENARIOS[key]));

  async function itemsWithAlarm(condition: string): Promise<Set<string>> {
    const { rows } = await sql<{ itemKey: string }>`select distinct item_key from alarm
      where host_id = ${stack.hostId} and ${sql.raw(condition)}`.execute(stack.app.db);
    return new Set(rows.map(({ itemKey }) => itemKey));
  }

  /** Repeats the step until no key is missing. Returns the keys that are missing after the last step. */
  async function repeatUntilNone(
    missing: () => Promise<string[]>,
    step: () => Promise<void>,
  ): Promise<string[]> {
    let remaining = await missing();
    for (let steps = 0; remaining.length > 0 && steps < MAX_STEPS; steps++) {
      await step();
      remaining = await missing();
    }
    return remaining;
  }

  /** Returns the items that have raised no alarm since this call. */
  const notYetRaised =
    (keys: readonly string[], from = stack.app.clock.now()) =>
    async () => {
      const found = await itemsWithAlarm(`last_occurred_at > '${from.toISOString()}'`);
      return keys.filter((key) => !found.has(key));
    };
  /** Returns the items that still have an open alarm. */
  const stillOpen = (keys: readonly string[]) => async () => {
    const open = await itemsWithAlarm('confirm_level in (1, 2, 3)');
    return keys.filter((key) => open.has(key));
  };
  const step = () => stack.step(MINUTE_MS);

  /** Thresholds a little above the current values, and holds of one minute at most. */
  async function sensitiveSettings(): Promise<AlarmSettings> {
    const nowMs = stack.app.clock.now().getTime();
    const snapshot = stack.app.services.live.alarmSnapshot(stack.hostId, nowMs, { within: () => 0 });
    if (!snapshot) throw new Error('no cluster');
    const currentOf = (key: AlarmItemKey, target: AlarmTarget): number => {
      if (target !== 'cluster')
        return maximumOf(key, itemsOf(target), snapshot.facts(target), snapshot.objects(target).slots);
      const item = itemsOf('cluster').find((one) => one.key === key);
      const value = item?.evaluate(snapshot.clusterFacts({ isGrace: () => false }), item.standard) ?? 0;
      return Number.isFinite(value) ? value : 0;
    };
    const settings: AlarmSettings = {};
    for (const key of alarmItemKeys) {
      const { standard, unit, worse, target } = alarmItems[key];
      const setting = { ...standard, isOn: true, isNotified: false, holdS: Math.min(60, standard.holdS) };
      settings[key] = setting;
      if (unit === 'condition' || unit === 'minutes' || worse === 'below') continue;
      const current = currentOf(key, target);
      const margin = SMALL_MARGIN_ITEMS.has(key) ? 1.002 : 1.1;
      const warning = unit === 'count' ? current + 1 : Math.max(current * margin, 0.01);
      settings[key] = { ...setting, warning, critical: null, recoveryMargin: 0 };
    }
    return settings;
  }

  async function set(settings: AlarmSettings): Promise<void> {
    const { db, clock, services } = stack.app;
    const of = { hostId: stack.hostId, objectId: 0 };
    await db.deleteFrom('alarmSetting').where('hostId', '=', of.hostId).execute();
    const json = JSON.stringify(settings);
    await addRows(db, 'alarmSetting', { ...of, settings: json, version: 1, updatedAt: clock.now() });
    await services.alarms.engine.reloadSettings();
  }

  it.runIf(isSoak)('is covered by a scenario', () => {
    const run = new Set<string>([...WAVES.flat(), 'volume-creeps', 'agent-stopped']);
    expect(new Set<string>(Object.values(SCENARIOS))).toEqual(run);
  });

  it(
    'is raised by its scenario and recovers after the scenario',
    async () => {
      const { app } = stack;
      const { live, metricStore } = app.services;
      const forecast = () =>
        forecastClaims({ live, metricStore, ownership: OWNS_ALL }, app.clock.now().getTime());
      const passMinutes = async (minutes: number) => {
        for (let minute = 0; minute < minutes; minute++) await step();
      };
      await set(allOff);
      const endCreep = isSoak ? await stack.scenario('volume-creeps') : undefined;
      if (isSoak) for (let quarter = 0; quarter < 12; quarter++) await stack.step(15 * MINUTE_MS);
      await passMinutes(3);
      await set(await sensitiveSettings());
      if (isSoak) {
        await forecast();
        expect(await repeatUntilNone(notYetRaised(['claim.daysUntilFull']), step)).toEqual([]);
      }
      await passMinutes(3);
      // No alarm is raised before a scenario runs.
      expect(await itemsWithAlarm('true')).toEqual(new Set(isSoak ? ['claim.daysUntilFull'] : []));
      await endCreep?.();
      for (const wave of WAVES) {
        const keys = keysOf(wave);
        const ends = [];
        for (const name of wave) ends.push(await stack.scenario(name));
        expect(await repeatUntilNone(notYetRaised(keys), step), `not raised by ${wave.join(', ')}`).toEqual(
          [],
        );
        for (const end of ends) await end();
        expect(await repeatUntilNone(stillOpen(keys), step), `open after ${wave.join(', ')}`).toEqual([]);
      }
      const silence = () => stack.stepInSilence(MINUTE_MS);
      expect(await repeatUntilNone(notYetRaised(['cluster.noData']), silence)).toEqual([]);
      expect(await repeatUntilNone(stillOpen(['cluster.noData']), step)).toEqual([]);
      if (isSoak) {
        // The forecast reads the samples of the last day.
        for (let hour = 0; hour < 26; hour++) await stack.step(60 * MINUTE_MS);
        await forecast();
        expect(await repeatUntilNone(stillOpen(['claim.daysUntilFull']), step)).toEqual([]);
      }
      const { rows } = await sql<{ cnt: number }>`select count(*)::int as cnt from (
        select 1 from alarm where host_id = ${stack.hostId} and confirm_level in (1, 2, 3)
        group by object_key, item_key having count(*) > 1) twice`.execute(app.db);
      expect(rows[0]?.cnt).toBe(0);
    },
    TIMEOUT_MS,
  );
});

const allOff: AlarmSettings = Object.fromEntries(
  alarmItemKeys.map((key) => [key, { ...alarmItems[key].standard, isOn: false }]),
);

/** A single deployment or claim changes these items only a little, so they need a smaller margin. */
const SMALL_MARGIN_ITEMS: ReadonlySet<AlarmItemKey> = new Set([
  'cluster.cpuRequests',
  'cluster.memRequests',
  'cluster.pvUtilization',
]);

/** The largest value of an item over these objects. */
function maximumOf<Target extends AlarmedKind>(
  key: AlarmItemKey,
  items: readonly AlarmItem<Target>[],
  { facts, object }: FactsView<Target>,
  slots: Int32Array,
): number {
  let maximum = 0;
  for (const item of items) {
    if (item.key !== key) continue;
    for (const slot of slots) {
      object.slot = slot;
      const value = item.evaluate(facts, item.standard);
      if (value > maximum) maximum = value;
    }
  }
  return maximum;
}
