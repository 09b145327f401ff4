import { JobLimit } from '@gwanje/backend/lifecycle/job-limit';
import { MAX_BACKTEST_CLUSTERS } from '@gwanje/contract/alarms/backtest';
import { AppError } from '@gwanje/contract/definition/errors';
import { may } from '@gwanje/domain/access/permissions';
import { figuresOf } from '@gwanje/domain/alarms/backtest';
import { effectiveSetting } from '@gwanje/domain/alarms/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { requireRight, requireSeen } from '../../access/targets.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import { runBacktest } from '../backtest/backtest.ts';
import { findTemplateSettings, listBacktestClusters } from '../backtest/backtest-repository.ts';
import type { BacktestEpisode } from '../backtest/backtest-result.ts';
import { requireValidSettings } from '../settings/valid-settings.ts';

type Work = Pick<Call, 'db' | 'user' | 'scope'>;

const DAY_MS = 86_400_000;
/** A backtest of one day uses the sampling interval; a longer one uses the stored one-minute values. */
const SAMPLE_STEP_MS = 15_000;
const MINUTE_STEP_MS = 60_000;
/** Time limit of a backtest, because the user waits for the response. */
const TIME_LIMIT_MS = 20_000;
const MAX_EXAMPLES = 10;
/** One backtest runs at a time, because it uses a full core; up to four wait. */
const backtests = new JobLimit(1, 4);

export const backtestRoutes = {
  async backtestTemplate({ db, user, scope, body, metricStore, now }) {
    const { of } = body;
    const template = of.kind === 'settings' ? of.settings : await settingsOf(db, of.alarmTemplateId);
    requireValidSettings(template);
    const clusters = await clustersOf({ db, user, scope }, body.hostIdList);
    const stepMs = body.days === 1 ? SAMPLE_STEP_MS : MINUTE_STEP_MS;
    const toMs = Math.floor(now.getTime() / stepMs) * stepMs;
    const range = { fromMs: toMs - body.days * DAY_MS, toMs };
    const startMs = performance.now();
    const { items, skipped } = await backtests.run(() =>
      runBacktest({ db, store: metricStore, clusters, template, range, stepMs, withinMs: TIME_LIMIT_MS }),
    );
    return {
      serverTime: now.toISOString(),
      from: new Date(range.fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      stepMs,
      tookMs: Math.round(performance.now() - startMs),
      clusterList: clusters,
      itemList: [...items].map(([itemKey, { episodes, objectCnt, testedCnt }]) => {
        const { setting } = effectiveSetting(itemKey, { template, cluster: {} });
        return {
          itemKey,
          setting,
          ...figuresOf(episodes, setting.holdS),
          objectCnt,
          testedCnt,
          exampleList: episodes
            .toSorted((a, b) => b.fromMs - a.fromMs)
            .slice(0, MAX_EXAMPLES)
            .map(exampleOf),
        };
      }),
      skippedList: [...skipped].map(([itemKey, reason]) => ({ itemKey, reason })),
    };
  },
} satisfies Routes<{ metricStore: MetricStore }>;

async function settingsOf(db: Call['db'], alarmTemplateId: number) {
  const settings = await findTemplateSettings(db, alarmTemplateId);
  if (!settings) throw new AppError('notFound', { field: 'of.alarmTemplateId' });
  return settings;
}

/** The clusters in the request, or those of the selected groups whose alarms the user may set. */
async function clustersOf({ db, user, scope }: Work, hostIds: readonly number[] | undefined) {
  const which = hostIds ? { hostIds } : { subGroupIds: [...scope.selected] };
  const found = new Map((await listBacktestClusters(db, user, which)).map((row) => [row.hostId, row]));
  for (const [index, hostId] of (hostIds ?? []).entries()) {
    const field = `hostIdList.${index}`;
    const target = requireSeen('cluster', hostId, found.get(hostId), { field });
    requireRight(user, 'alarmSetting.manage', target, { field });
  }
  const managed = [...found.values()].filter((one) => may(user, 'alarmSetting.manage', one));
  if (managed.length > MAX_BACKTEST_CLUSTERS)
    throw new AppError('invalidParameter', {
      field: 'hostIdList',
      reason: 'tooMany',
      max: MAX_BACKTEST_CLUSTERS,
    });
  return managed.map(({ hostId, name }) => ({ hostId, name }));
}

function exampleOf(found: BacktestEpisode) {
  const { fromMs, toMs, value, isRecovered: _recovered, beyondMs: _beyond, ...episode } = found;
  return {
    ...episode,
    from: new Date(fromMs).toISOString(),
    to: toMs === null ? null : new Date(toMs).toISOString(),
    value: Number.isFinite(value) ? value : null,
  };
}
