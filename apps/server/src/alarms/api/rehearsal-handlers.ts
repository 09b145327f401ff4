import { JobLimit } from '@gwanje/backend/lifecycle/job-limit';
import { AppError } from '@gwanje/contract/errors';
import { HostId, ObjectId } from '@gwanje/contract/ids';
import { MAX_REHEARSED_CLUSTERS } from '@gwanje/contract/rehearsal';
import { figuresOf } from '@gwanje/domain/alarms/rehearsal';
import { effectiveSetting } from '@gwanje/domain/alarms/settings';
import { may } from '@gwanje/domain/permissions';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { sql } from 'kysely';
import { requireRight, requireSeen } from '../../access/targets.ts';
import { seesSubGroup } from '../../access/visibility.ts';
import type { Call, Handlers } from '../../platform/http/call.ts';
import type { RehearsedEpisode } from '../backtest/outcome.ts';
import { rehearse } from '../backtest/rehearse.ts';
import { readSettings } from '../settings/setting-book.ts';
import { requireSound } from './setting-handlers.ts';

type Work = Pick<Call, 'db' | 'user' | 'scope'>;

const DAY_MS = 86_400_000;
/** A day as it was sampled; more by minutes, which the store has ready. */
const FINE_MS = 15_000;
const COARSE_MS = 60_000;
/** Whoever asked is still waiting. */
const WITHIN_MS = 20_000;
const EXAMPLES = 10;
/** One after the other: each keeps a core busy for a while, in slices. */
const rehearsals = new JobLimit(1, 4);

interface Needs {
  readonly metricStore: MetricStore;
}

export const rehearsalHandlers: Handlers<'rehearseTemplate', Needs> = {
  async rehearseTemplate({ db, user, scope, body, metricStore, now }) {
    const { of } = body;
    const template = of.kind === 'settings' ? of.settings : await settingsOf(db, of.alarmTemplateId);
    requireSound(template);
    const clusters = await clustersOf({ db, user, scope }, body.hostIdList);
    const stepMs = body.days === 1 ? FINE_MS : COARSE_MS;
    const toMs = Math.floor(now.getTime() / stepMs) * stepMs;
    const range = { fromMs: toMs - body.days * DAY_MS, toMs };
    const startMs = performance.now();
    const { items, skipped } = await rehearsals.run(() =>
      rehearse({ db, store: metricStore, clusters, template, range, stepMs, withinMs: WITHIN_MS }),
    );
    return {
      serverTime: now.toISOString(),
      from: new Date(range.fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      stepMs,
      tookMs: Math.round(performance.now() - startMs),
      clusterList: clusters,
      itemList: [...items].map(([itemKey, { episodes, objectCnt, rehearsedCnt }]) => {
        const { setting } = effectiveSetting(itemKey, { template, cluster: {} });
        return {
          itemKey,
          setting,
          ...figuresOf(episodes, setting.holdS),
          objectCnt,
          rehearsedCnt,
          exampleList: episodes
            .toSorted((a, b) => b.fromMs - a.fromMs)
            .slice(0, EXAMPLES)
            .map(exampleOf),
        };
      }),
      skippedList: [...skipped].map(([itemKey, reason]) => ({ itemKey, reason })),
    };
  },
};

async function settingsOf(db: Call['db'], alarmTemplateId: number) {
  const row = await db
    .selectFrom('alarmTemplate')
    .select('settings')
    .where('alarmTemplateId', '=', alarmTemplateId)
    .executeTakeFirst();
  if (!row) throw new AppError('notFound', { field: 'of.alarmTemplateId' });
  return readSettings(row.settings);
}

/** Those that are named, or of the selected groups those whose alarms one may set. */
async function clustersOf({ db, user, scope }: Work, hostIds: readonly number[] | undefined) {
  const rows = await db
    .selectFrom('cluster')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['cluster.hostId', 'cluster.name', 'metaGroup.ownerUserNo'])
    .select(seesSubGroup(user, 'cluster.subGroupId').as('isSeen'))
    .where(
      hostIds
        ? sql<boolean>`cluster.host_id = any(${[...hostIds]}::int[])`
        : sql<boolean>`cluster.sub_group_id = any(${[...scope.selected]}::int[])`,
    )
    .orderBy('cluster.nameKey')
    .execute();
  const found = new Map(rows.map((row) => [row.hostId, { ...row, isSeen: Boolean(row.isSeen) }]));
  for (const [index, hostId] of (hostIds ?? []).entries()) {
    const field = `hostIdList.${index}`;
    const target = requireSeen('cluster', hostId, found.get(hostId), { field });
    requireRight(user, 'alarmSetting.manage', target, { field });
  }
  const managed = [...found.values()].filter((one) => may(user, 'alarmSetting.manage', one));
  if (managed.length > MAX_REHEARSED_CLUSTERS)
    throw new AppError('invalidParameter', {
      field: 'hostIdList',
      reason: 'tooMany',
      max: MAX_REHEARSED_CLUSTERS,
    });
  return managed.map(({ hostId, name }) => ({ hostId: HostId.parse(hostId), name }));
}

function exampleOf({ fromMs, toMs, value, level, ...episode }: RehearsedEpisode) {
  return {
    hostId: HostId.parse(episode.hostId),
    clusterName: episode.clusterName,
    objectId: episode.objectId === null ? null : ObjectId.parse(episode.objectId),
    objectName: episode.objectName,
    namespace: episode.namespace,
    level,
    from: new Date(fromMs).toISOString(),
    to: toMs === null ? null : new Date(toMs).toISOString(),
    value: Number.isFinite(value) ? value : null,
  };
}
