import type { Db } from '@gwanje/backend/database/schema';
import { alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { ReportContent, type ReportKind } from '@gwanje/contract/reports/report-content';
import { effectiveSetting } from '@gwanje/domain/alarms/registry';
import { DAY_MS } from '@gwanje/domain/duty/zone-clock';
import { byLeastReady } from '@gwanje/domain/reports/availability';
import { daysOfPeriod, periodBefore, type ReportPeriod } from '@gwanje/domain/reports/report-periods';
import { proposeRule } from '@gwanje/domain/reports/rule-proposal';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { readSettings } from '../../alarms/settings/setting-cache.ts';
import { type ContactTime, readNodeTimes } from './node-times-repository.ts';
import { readCapacity } from './report-capacity.ts';
import * as data from './report-data-repository.ts';
import { readWorkloadTops } from './report-workloads.ts';

const MAX_NODES = 200;
const MAX_RULES = 10;

export interface ReportSources {
  readonly db: Db;
  readonly metricStore: Pick<MetricStore, 'series'>;
  readonly settings: { readonly historyDays: number; readonly alarmDays: number };
}

export interface ReportRequest {
  readonly metaGroupId: number;
  readonly metaGroupName: string;
  readonly kind: ReportKind;
  readonly timeZone: string;
  readonly period: ReportPeriod;
  /** Those whose clusters are counted. */
  readonly subGroups: readonly { readonly subGroupId: number; readonly name: string }[];
  readonly isWholeGroup: boolean;
}

/** Computes a report. It reads cluster by cluster, so that no statement keeps the database busy for long. */
export async function makeReport(
  { db, metricStore, settings }: ReportSources,
  request: ReportRequest,
  now: Date,
): Promise<ReportContent> {
  const { kind, timeZone, period, subGroups, ...head } = request;
  const nowMs = now.getTime();
  const from = new Date(period.fromMs);
  const countedTo = new Date(Math.max(period.fromMs, Math.min(period.toMs, nowMs)));
  const clusters = await data.listReportClusters(
    db,
    subGroups.map(({ subGroupId }) => subGroupId),
  );
  const range = { hostIds: clusters.map(({ hostId }) => hostId), from, to: countedTo };
  const storedFromMs = nowMs - settings.historyDays * DAY_MS;
  return ReportContent.parse({
    ...head,
    kind,
    timeZone,
    fromDate: period.fromDate,
    toDate: period.toDate,
    fromAt: from.toISOString(),
    toAt: new Date(period.toMs).toISOString(),
    countedTo: countedTo.toISOString(),
    madeAt: now.toISOString(),
    isRunning: nowMs < period.toMs,
    storedFrom: storedFromMs > period.fromMs ? new Date(storedFromMs).toISOString() : null,
    subGroupList: subGroups,
    availability: await readAvailability(db, clusters, range),
    alarms: await readAlarms(db, request, range, nowMs - settings.alarmDays * DAY_MS),
    response: {
      acknowledged: await readResponse(db, range, 2),
      handled: await readResponse(db, range, 3),
    },
    noise: { ruleList: await readNoise(db, range) },
    capacity: await readCapacity(db, metricStore, clusters, range),
    workloads: await readWorkloadTops(db, metricStore, clusters, range),
  });
}

type Clusters = readonly data.ReportCluster[];

const NO_TIMES = { nodes: [], contacts: [] };

async function readAvailability(db: Db, clusters: Clusters, { from, to }: data.ReportRange) {
  const clusterList = [];
  const nodes = [];
  for (const { hostId, name, subGroupName, firstDataAt, lastDataAt } of clusters) {
    const startMs = Math.max(from.getTime(), firstDataAt?.getTime() ?? Number.POSITIVE_INFINITY);
    const isKnown = lastDataAt !== null && startMs < to.getTime();
    const span = { hostId, from: new Date(isKnown ? startMs : from), to, lastDataAt: lastDataAt ?? from };
    const { nodes: times, contacts } = isKnown ? await readNodeTimes(db, span) : NO_TIMES;
    nodes.push(...times.map((time) => ({ hostId, clusterName: name, ...time })));
    clusterList.push({
      hostId,
      name,
      subGroupName,
      firstDataAt: firstDataAt?.toISOString() ?? null,
      nodeCnt: times.length,
      expectedS: sumOf(times, ({ expectedS }) => expectedS),
      readyS: sumOf(times, ({ readyS }) => readyS),
      notReadyS: sumOf(times, ({ notReadyS }) => notReadyS),
      ...contactOf(contacts, isKnown ? startMs : to.getTime(), to.getTime()),
    });
  }
  return { clusterList, nodeCnt: nodes.length, nodeList: nodes.toSorted(byLeastReady).slice(0, MAX_NODES) };
}

/** An agent sends within this time, so a shorter gap is no silence. */
const MIN_SILENCE_S = 5 * 60;

/** Contact and silence of a cluster between two instants. */
function contactOf(contacts: readonly ContactTime[], fromMs: number, toMs: number) {
  const silences: number[] = [];
  let contactS = 0;
  let endMs = fromMs;
  for (const contact of contacts) {
    silences.push((contact.fromMs - endMs) / 1000);
    contactS += (contact.toMs - contact.fromMs) / 1000;
    endMs = contact.toMs;
  }
  silences.push((toMs - endMs) / 1000);
  const long = silences.filter((silenceS) => silenceS >= MIN_SILENCE_S);
  return {
    spanS: Math.max(0, toMs - fromMs) / 1000,
    contactS,
    silenceCnt: long.length,
    longestSilenceS: Math.max(0, ...long),
  };
}

async function readAlarms(
  db: Db,
  { kind, timeZone, period }: ReportRequest,
  range: data.ReportRange,
  storedFromMs: number,
) {
  const earlier = periodBefore(kind, timeZone, period);
  // A period that still runs is compared with the same part of the one before.
  const elapsedMs = range.to.getTime() - period.fromMs;
  const isOver = range.to.getTime() === period.toMs;
  const before = {
    from: new Date(earlier.fromMs),
    to: new Date(isOver ? earlier.toMs : Math.min(earlier.toMs, earlier.fromMs + elapsedMs)),
  };
  const isStored = earlier.fromMs >= storedFromMs;
  const items = await data.countAlarmsByItem(db, range, before);
  const days = daysOfPeriod(timeZone, period).filter(({ fromMs }) => fromMs <= range.to.getTime());
  const starts = days.map(({ fromMs }) => new Date(fromMs));
  const byDay = new Map((await data.countAlarmsByDay(db, range, starts)).map((row) => [row.day, row]));
  return {
    cnt: sumOf(items, ({ cnt }) => cnt),
    criticalCnt: sumOf(items, ({ criticalCnt }) => criticalCnt),
    foldedCnt: sumOf(items, ({ foldedCnt }) => foldedCnt),
    beforeCnt: isStored ? sumOf(items, ({ beforeCnt }) => beforeCnt) : null,
    itemList: items.map(({ itemKey, itemName, cnt, criticalCnt, beforeCnt }) => ({
      itemKey,
      itemName,
      cnt,
      criticalCnt,
      beforeCnt: isStored ? beforeCnt : null,
    })),
    dayList: days.map(({ date }, index) => {
      const { warningCnt = 0, criticalCnt = 0 } = byDay.get(index + 1) ?? {};
      return { date, warningCnt, criticalCnt };
    }),
  };
}

const NO_RESPONSE = { doneCnt: 0, neverCnt: 0, neverAndEndedCnt: 0, medianS: null, p95S: null };

async function readResponse(db: Db, range: data.ReportRange, minLevel: 2 | 3) {
  return (await data.measureResponse(db, range, minLevel)) ?? NO_RESPONSE;
}

async function readNoise(db: Db, range: data.ReportRange) {
  const rows = await data.listNoisyRules(db, range, MAX_RULES);
  return rows.map(({ templateSettings, clusterSettings, shortS, ...rule }) => {
    const key = alarmItemKeys.find((one) => one === rule.itemKey);
    const setting =
      key &&
      effectiveSetting(key, {
        template: readSettings(templateSettings),
        cluster: readSettings(clusterSettings),
      }).setting;
    return {
      ...rule,
      holdS: setting?.holdS ?? null,
      recoveryMargin: setting?.recoveryMargin ?? null,
      proposal: key && setting ? proposeRule(key, setting, { ...rule, shortS }) : null,
    };
  });
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}
