import {
  type AlarmItemKey,
  type AlarmSettings,
  type AlarmTarget,
  alarmItemKeys,
} from '@gwanje/contract/alarm-items';
import type { FactsOf } from '@gwanje/domain/alarms/facts';
import type { AlarmItem } from '@gwanje/domain/alarms/item';
import { alarmItems, itemsOf } from '@gwanje/domain/alarms/registry';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forecastClaims } from '../../features/forecast/forecast-claims.ts';
import type { LookedAt, View } from '../../live/views/alarm-look.ts';
import { type AlarmStack, startAlarmStack } from '../testing/stack.ts';

/*
 * Every item there is, end to end: something happens in a simulated cluster, its agent reads it, the server raises the
 * alarm; it is over, and so is the alarm. An item that nothing here makes happen does not compile, and fails.
 */

/** What has to happen in the simulator. The silence of an agent is the one thing that no cluster can do. */
const HAPPENING = {
  'cluster.noData': 'agent stopped',
  'cluster.apiUnreachable': 'api-restart',
  'cluster.nodesNotReady': 'node-not-ready',
  'cluster.podsPending': 'pending-pods',
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
} as const satisfies Record<AlarmItemKey, string>;
type Happening = (typeof HAPPENING)[AlarmItemKey];

/** What bears each other happens at once. */
const WAVES: readonly (readonly Happening[])[] = [
  [
    'surge',
    'volume-fills',
    'pv-failed',
    'pv-released',
    'pv-pending',
    'claim-pending',
    'claim-lost',
    'scale-up',
  ],
  ['crash-loop', 'oom-kill', 'image-pull-failure', 'pending-pods', 'node-not-ready', 'cordon'],
  ['memory-pressure', 'disk-pressure', 'pid-pressure', 'network-unavailable', 'api-restart'],
];

const MINUTE_MS = 60_000;
const MOST_STEPS = 30;
const WITHIN_MS = 180_000;

describe('every item', () => {
  let stack: AlarmStack;

  beforeAll(async () => {
    stack = await startAlarmStack(120);
  }, WITHIN_MS);
  afterAll(() => stack?.[Symbol.asyncDispose]());

  const keysOf = (happenings: readonly Happening[]) =>
    alarmItemKeys.filter((key) => happenings.includes(HAPPENING[key]));

  async function count(condition: string): Promise<Set<string>> {
    const { rows } = await sql<{ itemKey: string }>`select distinct item_key from alarm
      where host_id = ${stack.hostId} and ${sql.raw(condition)}`.execute(stack.app.db);
    return new Set(rows.map(({ itemKey }) => itemKey));
  }

  /** Steps until all is as it has to be; answers what is not when there is no more time. */
  async function until(missing: () => Promise<string[]>, step: () => Promise<void>): Promise<string[]> {
    let left = await missing();
    for (let steps = 0; left.length > 0 && steps < MOST_STEPS; steps++) {
      await step();
      left = await missing();
    }
    return left;
  }

  /** From now on. */
  const raised =
    (keys: readonly string[], from = stack.app.clock.now()) =>
    async () => {
      const found = await count(`last_occurred_at > '${from.toISOString()}'`);
      return keys.filter((key) => !found.has(key));
    };
  /** Recovered, or gone with what it was about; never still open. */
  const over = (keys: readonly string[]) => async () => {
    const open = await count('confirm_level in (1, 2, 3)');
    return keys.filter((key) => open.has(key));
  };
  const step = () => stack.step(MINUTE_MS);

  /** A little beyond what is usual here; holds of a minute at most. */
  async function settingsFromUsual(): Promise<AlarmSettings> {
    const nowMs = stack.app.clock.now().getTime();
    const look = stack.app.services.live.alarmLook(stack.hostId, nowMs, { within: () => 0 });
    if (!look) throw new Error('no cluster');
    const { node, pod, claim } = look.views;
    const usualOf = (key: AlarmItemKey, target: AlarmTarget): number => {
      if (target === 'node') return mostOf(key, itemsOf('node'), node, look.objects('node').slots);
      if (target === 'pod') return mostOf(key, itemsOf('pod'), pod, look.objects('pod').slots);
      if (target === 'claim') return mostOf(key, itemsOf('claim'), claim, look.objects('claim').slots);
      const item = itemsOf('cluster').find((one) => one.key === key);
      const value = item?.evaluate(look.clusterFacts(nowMs), item.standard) ?? 0;
      return Number.isFinite(value) ? value : 0;
    };
    const settings: AlarmSettings = {};
    for (const key of alarmItemKeys) {
      const { standard, unit, worse, target } = alarmItems[key];
      const setting = { ...standard, isOn: true, isNotified: false, holdS: Math.min(60, standard.holdS) };
      settings[key] = setting;
      if (unit === 'condition' || unit === 'minutes' || worse === 'below') continue;
      const usual = usualOf(key, target);
      const margin = FINE.has(key) ? 1.002 : 1.1;
      const warning = unit === 'count' ? usual + 1 : Math.max(usual * margin, 0.01);
      settings[key] = { ...setting, warning, critical: null, recoveryMargin: 0 };
    }
    return settings;
  }

  async function set(settings: AlarmSettings): Promise<void> {
    const { db, clock, services } = stack.app;
    const json = JSON.stringify(settings);
    await db
      .insertInto('alarmSetting')
      .values({
        hostId: stack.hostId,
        objectId: 0,
        settings: json,
        version: 1,
        updatedBy: null,
        updatedAt: clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['hostId', 'objectId']).doUpdateSet({ settings: json }))
      .execute();
    await services.alarms.engine.reloadSettings();
  }

  it('has something that makes it happen', () => {
    expect(Object.keys(HAPPENING).sort()).toEqual([...alarmItemKeys].sort());
    const happening = new Set<string>([...WAVES.flat(), 'volume-creeps', 'agent stopped']);
    expect(new Set<string>(Object.values(HAPPENING))).toEqual(happening);
  });

  it(
    'is raised when that happens, and over when that is',
    async () => {
      const { app } = stack;
      const { live, metricStore } = app.services;
      await set(allOff);
      const endCreep = await stack.scenario('volume-creeps');
      for (let quarter = 0; quarter < 12; quarter++) await stack.step(15 * MINUTE_MS);
      for (let minute = 0; minute < 3; minute++) await step();
      await set(await settingsFromUsual());
      const forecast = () => forecastClaims(live, metricStore, app.clock.now().getTime());
      await forecast();
      expect(await until(raised(['claim.daysUntilFull']), step)).toEqual([]);
      for (let minute = 0; minute < 3; minute++) await step();
      // Nothing is raised of itself: what follows is of what happens.
      expect(await count('true')).toEqual(new Set(['claim.daysUntilFull']));
      await endCreep();
      for (const wave of WAVES) {
        const keys = keysOf(wave);
        const ends = [];
        for (const name of wave) ends.push(await stack.scenario(name));
        expect(await until(raised(keys), step), `raised by ${wave.join(', ')}`).toEqual([]);
        for (const end of ends) await end();
        expect(await until(over(keys), step), `over after ${wave.join(', ')}`).toEqual([]);
      }
      const silence = () => stack.stepInSilence(MINUTE_MS);
      expect(await until(raised(['cluster.noData']), silence)).toEqual([]);
      expect(await until(over(['cluster.noData']), step)).toEqual([]);
      // The pace of a day is another only when the day is.
      for (let hour = 0; hour < 26; hour++) await stack.step(60 * MINUTE_MS);
      await forecast();
      expect(await until(over(['claim.daysUntilFull']), step)).toEqual([]);
      const { rows } = await sql<{ cnt: number }>`select count(*)::int as cnt from (
        select 1 from alarm where host_id = ${stack.hostId} and confirm_level in (1, 2, 3)
        group by object_key, item_key having count(*) > 1) twice`.execute(app.db);
      expect(rows[0]?.cnt).toBe(0);
    },
    WITHIN_MS,
  );
});

const allOff: AlarmSettings = Object.fromEntries(
  alarmItemKeys.map((key) => [key, { ...alarmItems[key].standard, isOn: false }]),
);

/** Of these a single deployment or claim moves the whole a little only. */
const FINE: ReadonlySet<AlarmItemKey> = new Set([
  'cluster.cpuRequests',
  'cluster.memRequests',
  'cluster.pvUtilization',
]);

/** The most that an item says of any of these objects. */
function mostOf<Target extends LookedAt>(
  key: AlarmItemKey,
  items: readonly AlarmItem<Target>[],
  facts: FactsOf[Target] & View,
  slots: Int32Array,
): number {
  let most = 0;
  for (const item of items) {
    if (item.key !== key) continue;
    for (const slot of slots) {
      facts.slot = slot;
      const value = item.evaluate(facts, item.standard);
      if (value > most) most = value;
    }
  }
  return most;
}
