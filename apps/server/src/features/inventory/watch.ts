import { AppError } from '@gwanje/contract/definition/errors';
import { type ExcludableKind, kinds } from '@gwanje/kinds/registry';
import { requireRight, requireSeen } from '../../access/targets.ts';
import type { IngestPipeline } from '../../pipeline/ingest.ts';
import type { Call } from '../../platform/http/call.ts';
import { lockObjects, setMonitored } from './inventory-repository.ts';

export type WatchWork = Pick<Call, 'db' | 'user' | 'audit' | 'afterCommit'> & {
  readonly pipeline: IngestPipeline;
};

interface WatchChange {
  readonly id: number;
  readonly isMonitored: boolean;
}

/** Turns monitoring of objects on or off (감시 제외), for all of them or none. */
export async function changeWatch(
  { db, user, audit, afterCommit, pipeline }: WatchWork,
  kind: ExcludableKind,
  changes: readonly WatchChange[],
): Promise<void> {
  const idField = kinds[kind].idName;
  const ids = changes.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0)
    throw new AppError('invalidParameter', { field: `${twice}.${idField}`, reason: 'duplicate' });
  const targets = await lockObjects(db, user, kind, ids);
  const plans = changes.map(({ id, isMonitored }, index) => {
    const detail = { field: `${index}.${idField}` };
    const target = requireSeen(kind, id, targets.get(id), detail);
    requireRight(user, 'alarmSetting.manage', target, detail);
    return { id, isMonitored, before: target };
  });
  const changed = plans.filter(({ isMonitored, before }) => isMonitored !== before.isMonitored);
  for (const isMonitored of [true, false]) {
    const some = changed.filter((plan) => plan.isMonitored === isMonitored).map(({ id }) => id);
    if (some.length > 0) await setMonitored(db, some, isMonitored);
  }
  for (const { id, isMonitored, before } of changed) {
    await audit({
      action: `${kind}.update`,
      target: { kind, id },
      detail: { before: { isMonitored: before.isMonitored }, after: { isMonitored } },
    });
  }
  if (changed.length > 0) afterCommit(() => pipeline.watchChanged(kind, changed));
}
