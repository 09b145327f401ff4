import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { type getAlarmCauses, MAX_CAUSE_RANGE_MS, type queryObjectCauses } from '@gwanje/kinds/calls/causes';
import { stateKindOf } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { type CallerContext, requireSeen, requireSeenCluster } from '../../access/targets.ts';
import { findSeenAlarm } from '../../alarms/api/alarm-repository.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { Routes } from '../../platform/http/call.ts';
import { type CauseAnswer, findCauses } from './cause-lines.ts';
import { findRecallsOf } from './recalls.ts';
import { subjectOfAlarm, subjectOfObject } from './subject/find-subject.ts';
import type { Subject } from './subject/subject.ts';
import { findObjectVisibility } from './subject/subject-repository.ts';

/** The answers include counts of other clusters and their alarms, so they are limited to the groups that the caller may see. */
export const causeRoutes = {
  async getAlarmCauses({ db, user, live, metricStore, scope, params, now, request }) {
    const { alarmId, itemKey, namespace } = await findSeenAlarm(db, user, params.alarmId, now);
    const subject = await subjectOfAlarm({ db, live }, alarmId);
    if (!subject) throw new AppError('notFound');
    const hostIds = live.hostIds(scope.allowed);
    const sources = { db, live, metricStore, logger: request.log };
    const causes = await findCauses(sources, subject, hostIds);
    const firstCause = causes.list[0]?.rule ?? null;
    const recalls = await findRecallsOf(
      sources,
      { alarmId, itemKey, namespace },
      subject,
      firstCause,
      hostIds,
    );
    return answerOf(subject, now, causes, recalls);
  },

  async queryObjectCauses({ db, user, live, metricStore, scope, body, now, request }) {
    const { kind, id } = body;
    await requireSeenObject({ db, user }, kind, id);
    const subject = await subjectOfObject({ db, live }, { kind, id }, rangeOf(body));
    if (!subject) throw new AppError('notFound');
    const sources = { db, live, metricStore, logger: request.log };
    const causes = await findCauses(sources, subject, live.hostIds(scope.allowed));
    return answerOf(subject, now, causes, { list: [], missingList: [] });
  },
} satisfies Routes<{ live: LiveState; metricStore: MetricStore }>;

type Answer = ResponseOf<typeof getAlarmCauses> & ResponseOf<typeof queryObjectCauses>;

function answerOf(
  { atMs, fromMs, toMs }: Subject,
  now: Date,
  causes: CauseAnswer,
  recalls: Awaited<ReturnType<typeof findRecallsOf>>,
): Answer {
  return {
    serverTime: now.toISOString(),
    at: new Date(atMs).toISOString(),
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    list: [...causes.list],
    recallList: [...recalls.list],
    missingList: [...causes.missingList, ...recalls.missingList],
  };
}

function rangeOf(body: { readonly from: string; readonly to: string }) {
  const range = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
  if (range.toMs <= range.fromMs)
    throw new AppError('invalidParameter', { field: 'to', reason: 'beforeFrom' });
  if (range.toMs - range.fromMs > MAX_CAUSE_RANGE_MS)
    throw new AppError('invalidParameter', { field: 'from', reason: 'tooLong' });
  if (range.fromMs < 0) throw new AppError('invalidParameter', { field: 'from', reason: 'tooEarly' });
  return range;
}

/** An object of another kind than the caller names does not exist for this call. */
async function requireSeenObject({ db, user }: CallerContext, kind: string, id: number): Promise<void> {
  if (kind === 'cluster') return await requireSeenCluster(db, user, id);
  const found = await findObjectVisibility(db, user, id);
  const isOfKind = found && (kind === 'container' ? found.kind === kind : stateKindOf(found.kind) === kind);
  requireSeen(kind, id, isOfKind ? found : undefined);
}
