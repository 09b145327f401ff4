import {
  type AlarmItemKey,
  type AlarmSetting,
  type AlarmTarget,
  alarmItemKeys,
} from '@gwanje/contract/alarms/alarm-items';
import type { NodeCondition } from '@gwanje/contract/objects/object-states';
import type { FactsOf } from '@gwanje/kinds/state/facts';
import { describe, expect, it, test } from 'vitest';
import { alarmItems, itemsOf, settingError } from './registry.ts';
import { healthy } from './testing/facts.ts';
import { describeAlarm, formatAlarmValue } from './text/describe.ts';
import { nextTrack, type Track } from './track.ts';
import { verdictOf } from './verdict.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-03-01T00:00:00Z');

type TargetOf<Key> = Key extends `${infer Target extends AlarmTarget}.${string}` ? Target : never;
type Facts<Key extends AlarmItemKey> = Partial<FactsOf[TargetOf<Key>]>;
type RowOf<Facts> = readonly [minute: number, facts: Facts | 'noData', state: string];
type Row<Key extends AlarmItemKey> = RowOf<Facts<Key>>;
/** Facts that begin at minute 0 and raise the alarm after `holdMin`. A minute later they are over. */
interface Held<Facts> {
  readonly facts: Facts;
  readonly holdMin: number;
  readonly level: 'warning' | 'critical';
  readonly after?: Facts;
}

function rowsOf(table: readonly RowOf<object>[] | Held<object>): readonly RowOf<object>[] {
  if (!('facts' in table)) return table;
  const { facts, holdMin, level, after = {} } = table;
  return [
    [0, facts, 'pending'],
    [holdMin, facts, level],
    [holdMin + 1, after, 'recovered'],
  ];
}

const nothing = Number.NaN;
const moving = { rolloutPhase: 'progressing' } as const;
const trouble = (condition: NodeCondition) => ({ hasTrouble: (one: NodeCondition) => one === condition });
const restarts = (cnt: number) => ({ restartsWithin: (windowMin: number) => (windowMin === 10 ? cnt : 99) });

const changed: Partial<Record<AlarmItemKey, Partial<AlarmSetting>>> = { 'claim.daysUntilFull': { holdS: 0 } };
/** Each table has a series of facts and the expected states, with the default settings. */
const tables: { readonly [Key in AlarmItemKey]: readonly Row<Key>[] | Held<Facts<Key>> } = {
  'cluster.noData': [
    [0, { silentMin: nothing }, 'ok'],
    [1, { silentMin: 0.2 }, 'ok'],
    [2, { silentMin: 4.9 }, 'ok'],
    [3, { silentMin: 5 }, 'critical'],
    [9, { silentMin: 11 }, 'critical'],
    [10, { silentMin: 0.1 }, 'recovered'],
  ],
  'cluster.apiUnreachable': [
    [0, { isApiReachable: null }, 'ok'],
    [1, { isApiReachable: false }, 'pending'],
    [2, { isApiReachable: false }, 'critical'],
    [3, { isApiReachable: null }, 'critical'],
    [4, {}, 'recovered'],
  ],
  'cluster.nodesNotReady': [
    [0, { nodeNotReadyCnt: 1 }, 'pending'],
    [2, { nodeNotReadyCnt: 1 }, 'warning'],
    [3, { nodeNotReadyCnt: 3 }, 'warning'],
    [5, { nodeNotReadyCnt: 4 }, 'critical'],
    [6, { nodeNotReadyCnt: 1 }, 'critical'],
    [7, {}, 'recovered'],
  ],
  'cluster.podsPending': [
    [0, { podPendingCnt: 12 }, 'pending'],
    [10, { podPendingCnt: 12 }, 'warning'],
    [11, { podPendingCnt: 9 }, 'warning'],
    [12, { podPendingCnt: 7 }, 'recovered'],
  ],
  'cluster.statisticsMissing': [
    [0, { statisticsMissingPct: 9 }, 'ok'],
    [1, { statisticsMissingPct: 10 }, 'pending'],
    [2, { statisticsMissingPct: 10 }, 'warning'],
    [3, { statisticsMissingPct: 100 }, 'warning'],
    [4, { statisticsMissingPct: 100 }, 'critical'],
    // The server was away, so the statistics may come again.
    [5, { statisticsMissingPct: nothing }, 'critical'],
    [6, 'noData', 'critical'],
    [7, {}, 'recovered'],
  ],
  'cluster.cpuUsage': [
    [0, { cpuUsedPct: 85 }, 'pending'],
    [5, { cpuUsedPct: 85 }, 'pending'],
    [10, { cpuUsedPct: 85 }, 'warning'],
    [11, { cpuUsedPct: nothing }, 'warning'],
    [12, { cpuUsedPct: 76 }, 'warning'],
    [13, { cpuUsedPct: 74 }, 'recovered'],
  ],
  'cluster.memUsage': [
    [0, { memUsedPct: 96 }, 'pending'],
    [5, { memUsedPct: 96 }, 'pending'],
    [10, { memUsedPct: 96 }, 'critical'],
    [11, { memUsedPct: 30 }, 'recovered'],
  ],
  'cluster.cpuRequests': { facts: { cpuRequestPct: 101 }, holdMin: 15, level: 'critical' },
  'cluster.memRequests': { facts: { memRequestPct: 92 }, holdMin: 15, level: 'warning' },
  'cluster.pvUtilization': { facts: { pvUtilizationPct: 81 }, holdMin: 5, level: 'warning' },
  'cluster.pvUnbound': [
    [0, { pvUnboundCnt: 10 }, 'pending'],
    [60, { pvUnboundCnt: 10 }, 'warning'],
    [61, { pvUnboundCnt: 1000 }, 'warning'],
    [62, {}, 'recovered'],
  ],
  'node.notReady': [
    [0, { condition: 'NotReady' }, 'pending'],
    [1, { condition: 'Unknown' }, 'critical'],
    [2, 'noData', 'critical'],
    [3, { condition: 'SchedulingDisabled' }, 'recovered'],
  ],
  'node.memoryPressure': [
    [0, trouble('MemoryPressure'), 'pending'],
    [1, trouble('MemoryPressure'), 'critical'],
    [2, trouble('DiskPressure'), 'recovered'],
  ],
  'node.diskPressure': { facts: trouble('DiskPressure'), holdMin: 1, level: 'critical' },
  'node.pidPressure': { facts: trouble('PIDPressure'), holdMin: 1, level: 'critical' },
  'node.networkUnavailable': { facts: trouble('NetworkUnavailable'), holdMin: 1, level: 'critical' },
  'node.unschedulable': [
    [0, { isSchedulable: false }, 'pending'],
    [59, { isSchedulable: false }, 'pending'],
    [60, { isSchedulable: false }, 'warning'],
    [61, {}, 'recovered'],
  ],
  'node.cpuUsage': [
    [0, { cpuUsedPct: 90 }, 'pending'],
    [3, { cpuUsedPct: 84 }, 'ok'],
    [4, { cpuUsedPct: 90 }, 'pending'],
    [9, { cpuUsedPct: 96 }, 'warning'],
    [14, { cpuUsedPct: 96 }, 'critical'],
    [15, { cpuUsedPct: nothing }, 'critical'],
    [40, { cpuUsedPct: 20 }, 'recovered'],
    [43, { cpuUsedPct: 90 }, 'recovered'],
    [48, { cpuUsedPct: 90 }, 'critical'],
  ],
  'node.memUsage': [
    [0, { memUsedPct: 86 }, 'pending'],
    // The value in the hour between two measurements is unknown.
    [60, { memUsedPct: 86 }, 'pending'],
    [65, { memUsedPct: 86 }, 'warning'],
    [66, {}, 'recovered'],
  ],
  'node.fileSystem': [
    [0, { fsUsedPct: 91 }, 'pending'],
    [5, { fsUsedPct: 91 }, 'critical'],
    [6, { fsUsedPct: 78 }, 'critical'],
    [7, { fsUsedPct: 76 }, 'recovered'],
  ],
  'node.inodes': { facts: { inodesUsedPct: 85 }, holdMin: 5, level: 'warning' },
  'node.netRx': { facts: { netRxBps: 6e8 }, holdMin: 5, level: 'warning' },
  'node.netTx': { facts: { netTxBps: 2e9 }, holdMin: 5, level: 'critical' },
  'node.netErrors': [
    [0, { netErrorsPs: 6 }, 'pending'],
    [5, { netErrorsPs: 6 }, 'warning'],
    [6, { netErrorsPs: 4.5 }, 'warning'],
    [7, {}, 'recovered'],
  ],
  'pod.failed': [
    [0, { phase: 'Failed', isTerminating: true }, 'ok'],
    [0, { phase: 'Failed' }, 'warning'],
    // The job tried again.
    [1, { phase: 'Failed', isSuperseded: true }, 'recovered'],
  ],
  'pod.pending': [
    [0, { phase: 'Pending', ageMin: 4 }, 'ok'],
    [1, { phase: 'Pending', ageMin: 5 }, 'warning'],
    [2, { phase: 'Pending', ageMin: 15 }, 'critical'],
    [3, { phase: 'Pending', ageMin: 16, isTerminating: true }, 'recovered'],
  ],
  'pod.notReady': [
    [0, { readyCnt: 1 }, 'pending'],
    [5, { readyCnt: 1 }, 'warning'],
    [6, { readyCnt: 1, isTerminating: true }, 'recovered'],
    [30, { phase: 'Pending', readyCnt: 0 }, 'ok'],
    [31, { phase: 'Succeeded', readyCnt: 0 }, 'ok'],
    [32, { phase: 'Unknown' }, 'pending'],
  ],
  'pod.crashLoop': [
    [0, { isCrashLooping: true }, 'critical'],
    // The pod runs for a short time between two crashes.
    [1, restarts(1), 'critical'],
    [2, { isCrashLooping: true }, 'critical'],
    [12, restarts(0), 'recovered'],
  ],
  'pod.oomKilled': [
    [0, { oomKilledMinAgo: 0 }, 'critical'],
    [9, { oomKilledMinAgo: 9 }, 'critical'],
    [10, { oomKilledMinAgo: 10 }, 'recovered'],
  ],
  'pod.imagePull': { facts: { isImagePullFailing: true }, holdMin: 1, level: 'critical' },
  'pod.restarts': [
    [0, restarts(2), 'ok'],
    [1, restarts(3), 'warning'],
    [2, restarts(5), 'critical'],
    [12, restarts(0), 'recovered'],
  ],
  'pod.terminating': [
    [0, { terminatingMin: -1 }, 'ok'],
    [1, { terminatingMin: 9 }, 'ok'],
    [2, { terminatingMin: 10 }, 'warning'],
    [3, { terminatingMin: 60, phase: 'Succeeded' }, 'critical'],
    [4, 'noData', 'critical'],
    [5, {}, 'recovered'],
  ],
  'pod.cpuUsage': [
    [0, { cpuUsedCores: 0.95 }, 'pending'],
    [5, { cpuUsedCores: 0.95 }, 'pending'],
    [10, { cpuUsedCores: 0.95 }, 'pending'],
    [15, { cpuUsedCores: 0.95 }, 'warning'],
    [16, { cpuUsedCores: 0.95, cpuLimitCores: -1 }, 'recovered'],
  ],
  'pod.memUsage': [
    [0, { memUsedBytes: 9.8e8 }, 'pending'],
    [5, { memUsedBytes: 9.8e8 }, 'critical'],
    [6, { memUsedBytes: nothing }, 'critical'],
    [7, { memUsedBytes: nothing, phase: 'Succeeded' }, 'recovered'],
  ],
  'pod.ephemeral': [
    [0, { ephemeralUsedBytes: 11 * 2 ** 30 }, 'pending'],
    [5, { ephemeralUsedBytes: 11 * 2 ** 30 }, 'warning'],
    [6, { ephemeralUsedBytes: nothing, phase: 'Failed' }, 'recovered'],
  ],
  'pod.netRx': { facts: { netRxBps: 2e8 }, holdMin: 5, level: 'warning' },
  'pod.netTx': { facts: { netTxBps: 4e8 }, holdMin: 5, level: 'critical' },
  'volume.failed': { facts: { phase: 'Failed' }, holdMin: 1, level: 'critical' },
  'volume.released': { facts: { phase: 'Released' }, holdMin: 60, level: 'warning' },
  'volume.pending': { facts: { phase: 'Pending' }, holdMin: 10, level: 'warning' },
  'claim.pending': { facts: { phase: 'Pending' }, holdMin: 10, level: 'warning' },
  'claim.lost': [
    [0, { phase: 'Lost' }, 'pending'],
    [1, { phase: 'Lost' }, 'critical'],
    [2, 'noData', 'critical'],
    [3, {}, 'recovered'],
  ],
  'claim.usage': [
    [0, { usedPct: 91 }, 'pending'],
    [5, { usedPct: 91 }, 'critical'],
    [6, { usedPct: nothing }, 'critical'],
    [7, { usedPct: 50 }, 'recovered'],
  ],
  'claim.inodes': { facts: { inodesUsedPct: 81 }, holdMin: 5, level: 'warning' },
  'claim.daysUntilFull': [
    [0, { daysUntilFull: 8 }, 'ok'],
    [1, { daysUntilFull: 7 }, 'warning'],
    [2, { daysUntilFull: 1 }, 'critical'],
    [3, { daysUntilFull: 7.2 }, 'critical'],
    [4, { daysUntilFull: 8 }, 'recovered'],
  ],
  'quota.usage': [
    [0, { usedPercent: null }, 'ok'],
    [1, { usedPercent: 79 }, 'ok'],
    [2, { usedPercent: 85 }, 'pending'],
    [7, { usedPercent: 85 }, 'warning'],
    [8, { usedPercent: 95 }, 'warning'],
    [13, { usedPercent: 95 }, 'critical'],
    [14, 'noData', 'critical'],
    [15, { usedPercent: null }, 'critical'],
    [16, { usedPercent: 78 }, 'critical'],
    [17, { resourceCnt: 0, usedPercent: null }, 'recovered'],
  ],
  'workload.rolloutStuck': [
    [0, { ...moving, noProgressMin: 60 }, 'ok'],
    [1, { type: 'statefulSet', ...moving, updateStrategy: 'OnDelete', noProgressMin: 60 }, 'ok'],
    [2, { rolloutPhase: 'paused', noProgressMin: 60 }, 'ok'],
    // The deadline of this deployment is shorter than the threshold.
    [3, { rolloutPhase: 'stuck', noProgressMin: 2 }, 'pending'],
    [4, { rolloutPhase: 'stuck', noProgressMin: 3 }, 'warning'],
    [5, { rolloutPhase: 'progressing', noProgressMin: 0 }, 'recovered'],
    [6, { type: 'daemonSet', rolloutPhase: 'progressing', noProgressMin: 9 }, 'recovered'],
    [7, { type: 'daemonSet', rolloutPhase: 'progressing', noProgressMin: 10 }, 'recovered'],
    [8, { type: 'daemonSet', rolloutPhase: 'progressing', noProgressMin: 11 }, 'warning'],
    [9, {}, 'recovered'],
  ],
  'workload.jobFailed': [
    [0, { type: 'job', jobOutcome: 'complete' }, 'ok'],
    [1, { type: 'job', jobOutcome: 'failed' }, 'warning'],
    [2, 'noData', 'warning'],
    [3, { type: 'job', jobOutcome: 'failed', isSuperseded: true }, 'recovered'],
  ],
  'workload.cronJobLate': [
    [0, { type: 'cronJob', cronJobLateMin: nothing }, 'ok'],
    [1, { type: 'cronJob', cronJobLateMin: 4 }, 'ok'],
    [2, { type: 'cronJob', cronJobLateMin: 5 }, 'pending'],
    [3, { type: 'cronJob', cronJobLateMin: 6 }, 'warning'],
    [4, { type: 'cronJob', cronJobLateMin: 0 }, 'recovered'],
  ],
  'workload.replicasUnavailable': [
    [0, { desiredCnt: 0, availableCnt: 0 }, 'ok'],
    [1, { type: 'job', desiredCnt: 3, availableCnt: 0 }, 'ok'],
    [2, { type: 'cronJob', desiredCnt: null, availableCnt: null }, 'ok'],
    [3, { availableCnt: 2 }, 'pending'],
    [9, { availableCnt: 2 }, 'pending'],
    [13, { availableCnt: 0 }, 'warning'],
    [14, 'noData', 'warning'],
    [15, { type: 'daemonSet', availableCnt: 1 }, 'warning'],
    [16, {}, 'recovered'],
  ],
  'autoscaler.atMaximum': [
    [0, { status: 'atMaximum' }, 'pending'],
    [10, { status: 'active' }, 'ok'],
    [11, { status: 'atMaximum' }, 'pending'],
    [25, { status: 'atMaximum' }, 'pending'],
    [26, { status: 'atMaximum' }, 'warning'],
    [27, 'noData', 'warning'],
    [28, { status: 'failing' }, 'recovered'],
  ],
  'disruptionBudget.blocksDrain': [
    [0, { isBlockingDrain: true }, 'pending'],
    [9, { isBlockingDrain: true }, 'pending'],
    [10, { isBlockingDrain: true }, 'warning'],
    [11, 'noData', 'warning'],
    [12, {}, 'recovered'],
  ],
};

function shown(track: Track | undefined): string {
  if (track === undefined) return 'ok';
  return track.kind === 'open' ? (track.level === 5 ? 'critical' : 'warning') : track.kind;
}

function replay(key: AlarmItemKey, rows: readonly RowOf<object>[]): string[] {
  const [item] = itemsOf(alarmItems[key].target).filter((one) => one.key === key);
  if (!item) throw new Error(`no ${key}`);
  const setting = { ...item.standard, ...changed[key] };
  let alarmId = 0;
  let track: Track | undefined;
  return rows.map(([minute, over]) => {
    const facts = { ...healthy[item.target], ...(over === 'noData' ? {} : over) };
    const value = over === 'noData' ? Number.NaN : item.evaluate(facts as never, setting);
    const observation = {
      verdict: verdictOf(value, setting, item.worse),
      holdMs: setting.holdS * 1000,
      isMeasured: item.basis === 'sample',
      nowMs: START_MS + minute * MINUTE_MS,
    };
    ({ track } = nextTrack(track, observation, () => ++alarmId));
    // A track must survive JSON.
    track = track && JSON.parse(JSON.stringify(track));
    return `${minute} ${shown(track)}`;
  });
}

describe.each(alarmItemKeys)('%s', (key) => {
  it('follows its table', () => {
    const rows = rowsOf(tables[key]);
    expect(replay(key, rows)).toEqual(rows.map(([minute, , state]) => `${minute} ${state}`));
  });

  it('is ok for a healthy object', () => {
    const [item] = itemsOf(alarmItems[key].target).filter((one) => one.key === key);
    const value = item?.evaluate(healthy[item.target] as never, item.standard) ?? Number.NaN;
    expect(verdictOf(value, alarmItems[key].standard, alarmItems[key].worse)).toBe('ok');
  });

  it('has a valid default setting and texts in both languages', () => {
    expect(settingError(key, alarmItems[key].standard)).toBeNull();
    for (const language of ['ko', 'en'] as const)
      expect(describeAlarm(key, { value: 1, threshold: 1 }, language)).toContain(
        alarmItems[key].label[language],
      );
  });
});

test.each([
  ['node.cpuUsage', 92.345, 85, 'CPU 사용률 92.35 % (임계값 85.00 %)'],
  ['claim.daysUntilFull', 1.256, 2, '가득 찰 때까지 남은 일수 1.26일 (임계값 2일)'],
  ['cluster.podsPending', 1204, 50, `${alarmItems['cluster.podsPending'].label.ko} 1,204개 (임계값 50개)`],
  ['pod.restarts', 12, 3, '재시작 횟수 12회 (임계값 3회)'],
  ['pod.ephemeral', 11 * 2 ** 30, 10 * 2 ** 30, '임시 스토리지 사용량 11.00 GB (임계값 10.00 GB)'],
  ['pod.crashLoop', 1, 1, '반복 재시작(CrashLoop)'],
] as const)('%s is described', (key, value, threshold, text) => {
  expect(describeAlarm(key, { value, threshold }, 'ko')).toBe(text);
});

test('the value of an event alarm is a number of events', () => {
  expect(formatAlarmValue(1500, null, 'ko')).toBe('1,500건');
  expect(formatAlarmValue(1500, null, 'en')).toBe('1,500');
});
