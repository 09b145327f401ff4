import { MAX_CHANGE_CAUSE, MAX_FORMER_REVISIONS, type WorkloadRecord } from '@gwanje/kinds/workload/record';
import { z } from 'zod';
import { Metadata, OptionalBoolean, OptionalNumber, OptionalText, RawConditions, TextMap } from '../raw.ts';
import { cut, messageOrNull, nonNegativeInteger, shortTextOrNull } from '../shared.ts';

export const RevisedMetadata = Metadata.extend({
  namespace: z.string(),
  annotations: TextMap,
  generation: OptionalNumber,
});

export const rolloutSpec = {
  replicas: OptionalNumber,
  paused: OptionalBoolean,
  strategy: z.object({ type: OptionalText }).nullish(),
  updateStrategy: z
    .object({ type: OptionalText, rollingUpdate: z.object({ partition: OptionalNumber }).nullish() })
    .nullish(),
};

export const rolloutStatus = {
  observedGeneration: OptionalNumber,
  replicas: OptionalNumber,
  currentNumberScheduled: OptionalNumber,
  updatedReplicas: OptionalNumber,
  availableReplicas: OptionalNumber,
  desiredNumberScheduled: OptionalNumber,
  updatedNumberScheduled: OptionalNumber,
  numberAvailable: OptionalNumber,
  currentRevision: OptionalText,
  updateRevision: OptionalText,
  conditions: RawConditions,
};

interface RolledOut {
  readonly metadata: z.output<typeof RevisedMetadata>;
  readonly spec?: z.output<z.ZodObject<typeof rolloutSpec>> | null | undefined;
  readonly status?: z.output<z.ZodObject<typeof rolloutStatus>> | null | undefined;
}

export type RolloutFields = Pick<
  WorkloadRecord,
  | 'revision'
  | 'revisionName'
  | 'formerRevisions'
  | 'changeCause'
  | 'totalCnt'
  | 'rolloutPhase'
  | 'rolloutMessage'
  | 'updateStrategy'
>;

const REVISION = 'deployment.kubernetes.io/revision';
const FORMER_REVISIONS = 'deployment.kubernetes.io/revision-history';
/** Kubernetes raises it whenever the pod template of a daemon set changes. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

const NO_ROLLOUT: RolloutFields = {
  revision: null,
  revisionName: null,
  formerRevisions: [],
  changeCause: null,
  totalCnt: null,
  rolloutPhase: null,
  rolloutMessage: null,
  updateStrategy: null,
};

/** The fields of a rollout as kubectl reads them in `kubectl rollout status`. */
export function rolloutFields(kind: WorkloadRecord['kind'], workload: RolledOut): RolloutFields {
  const changeCause = changeCauseOf(workload.metadata);
  switch (kind) {
    case 'deployment':
      return { ...NO_ROLLOUT, changeCause, ...ofDeployment(workload) };
    case 'replicaSet':
      return {
        ...NO_ROLLOUT,
        changeCause,
        revision: numberIn(workload, REVISION),
        formerRevisions: formerRevisions(workload),
        totalCnt: nonNegativeInteger(workload.status?.replicas),
      };
    case 'statefulSet':
      return { ...NO_ROLLOUT, changeCause, ...ofStatefulSet(workload) };
    case 'daemonSet':
      return { ...NO_ROLLOUT, changeCause, ...ofDaemonSet(workload) };
    default:
      return NO_ROLLOUT;
  }
}

function ofDeployment(deployment: RolledOut): Partial<RolloutFields> {
  const { spec, status } = deployment;
  const progressing = status?.conditions?.find(({ type }) => type === 'Progressing');
  const isStuck = progressing?.status === 'False' && progressing.reason === 'ProgressDeadlineExceeded';
  const desired = spec?.replicas ?? 1;
  const updated = status?.updatedReplicas ?? 0;
  const isComplete =
    progressing?.reason === 'NewReplicaSetAvailable' ||
    (updated >= desired && (status?.replicas ?? 0) <= updated && (status?.availableReplicas ?? 0) >= updated);
  return {
    revision: numberIn(deployment, REVISION),
    totalCnt: nonNegativeInteger(status?.replicas),
    rolloutPhase: spec?.paused
      ? 'paused'
      : isStuck
        ? 'stuck'
        : isObserved(deployment) && isComplete
          ? 'finished'
          : 'progressing',
    rolloutMessage: isStuck ? messageOrNull(progressing.message) : null,
    updateStrategy: shortTextOrNull(spec?.strategy?.type),
  };
}

/** Kubernetes makes the new revision the current one when all pods have it. Pods below the partition keep the old one. */
function ofStatefulSet(set: RolledOut): Partial<RolloutFields> {
  const { spec, status } = set;
  const partition = spec?.updateStrategy?.rollingUpdate?.partition ?? 0;
  const isComplete =
    status?.updateRevision === status?.currentRevision ||
    (partition > 0 && (status?.updatedReplicas ?? 0) >= Math.max(0, (spec?.replicas ?? 1) - partition));
  return {
    revisionName: shortTextOrNull(status?.updateRevision),
    totalCnt: nonNegativeInteger(status?.replicas),
    rolloutPhase: isObserved(set) && isComplete ? 'finished' : 'progressing',
    updateStrategy: shortTextOrNull(spec?.updateStrategy?.type),
  };
}

function ofDaemonSet(set: RolledOut): Partial<RolloutFields> {
  const { spec, status } = set;
  const desired = status?.desiredNumberScheduled ?? 0;
  const isComplete =
    (status?.updatedNumberScheduled ?? 0) >= desired && (status?.numberAvailable ?? 0) >= desired;
  return {
    revision: numberIn(set, TEMPLATE_GENERATION),
    totalCnt: nonNegativeInteger(status?.currentNumberScheduled),
    rolloutPhase: isObserved(set) && isComplete ? 'finished' : 'progressing',
    updateStrategy: shortTextOrNull(spec?.updateStrategy?.type),
  };
}

/** False: the controller has not read the newest spec, so the status is of an older one. */
function isObserved({ metadata, status }: RolledOut): boolean {
  return (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
}

export function changeCauseOf({ annotations }: RolledOut['metadata']): string | null {
  const cause = annotations?.['kubernetes.io/change-cause'];
  return cause ? cut(cause, MAX_CHANGE_CAUSE) : null;
}

function numberIn({ metadata }: RolledOut, annotation: string): number | null {
  return revisionOf(metadata.annotations?.[annotation]);
}

function formerRevisions({ metadata }: RolledOut): number[] {
  const texts = metadata.annotations?.[FORMER_REVISIONS]?.split(',') ?? [];
  return texts.flatMap((text) => revisionOf(text) ?? []).slice(-MAX_FORMER_REVISIONS);
}

function revisionOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
