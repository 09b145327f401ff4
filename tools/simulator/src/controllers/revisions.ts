import type { ControllerRevisionRecord, WorkloadRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';

type Rollout = Pick<WorkloadRecord, 'revision' | 'rollout'>;

/**
 * Numbers the template of a stateful set or daemon set, as their controllers do. `rollout` keeps the last template that all
 * pods had. A template that is rolled out again gets the next number.
 */
export function followRevision(
  cluster: Cluster,
  kind: 'StatefulSet' | 'DaemonSet',
  set: WorkloadRecord,
  status: WorkloadRecord['status'],
): Rollout {
  const { store, timeline } = cluster;
  const { namespace, name, id, template, replicas } = set;
  const own = [...store.controllerrevisions.values()].filter(({ owner }) => owner.id === id);
  const highest = own.reduce((most, { revision }) => Math.max(most, revision), 0);
  const known = own.find((one) => one.template.hash === template.hash);
  if (!known) {
    const revision: ControllerRevisionRecord = {
      ...cluster.creationFields(),
      namespace,
      name: `${name}-${template.hash}`,
      owner: { kind, name, id },
      template,
      revision: highest + 1,
    };
    store.controllerrevisions.add(revision);
  } else if (known.revision < highest)
    store.controllerrevisions.update(keyOf(known), { revision: highest + 1 });
  const revision = known?.revision === highest ? highest : highest + 1;
  const isDone = [status.replicas, status.updated, status.ready].every((count) => count === replicas);
  if (!isDone || set.rollout?.hash === template.hash)
    return { revision, ...(set.rollout && { rollout: set.rollout }) };
  const progressedSec = timeline.nowSec();
  return { revision, rollout: { hash: template.hash, phase: 'complete', counts: '', progressedSec } };
}
