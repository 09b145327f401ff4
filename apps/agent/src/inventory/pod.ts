import type { ContainerRecord } from '@gwanje/kinds/container/record';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import { z } from 'zod';
import { Metadata, OptionalBoolean, OptionalNumber, OptionalText, Quantities, RawConditions } from './raw.ts';
import {
  conditionsOf,
  controllerOf,
  labelsOf,
  messageOrNull,
  resourcesOf,
  shortText,
  shortTextOrNull,
} from './shared.ts';

const RawState = z
  .object({
    waiting: z.object({ reason: OptionalText, message: OptionalText }).nullish(),
    running: z.object({ startedAt: OptionalText }).nullish(),
    terminated: z
      .object({
        exitCode: OptionalNumber,
        signal: OptionalNumber,
        reason: OptionalText,
        message: OptionalText,
        startedAt: OptionalText,
        finishedAt: OptionalText,
      })
      .nullish(),
  })
  .nullish();

const RawResources = z.object({ requests: Quantities, limits: Quantities }).nullish();

const RawContainer = z.object({
  name: z.string(),
  image: OptionalText,
  restartPolicy: OptionalText,
  resources: RawResources,
});

const RawStatus = z.object({
  name: z.string(),
  image: OptionalText,
  containerID: OptionalText,
  state: RawState,
  lastState: RawState,
  ready: OptionalBoolean,
  started: OptionalBoolean,
  restartCount: OptionalNumber,
  resources: RawResources,
});

const RawPod = z.object({
  metadata: Metadata.extend({
    namespace: z.string(),
    annotations: z.object({ 'kubernetes.io/config.mirror': OptionalText }).nullish(),
  }),
  spec: z.object({
    nodeName: OptionalText,
    hostNetwork: OptionalBoolean,
    overhead: Quantities,
    resources: RawResources,
    containers: z.array(RawContainer),
    initContainers: z.array(RawContainer).nullish(),
    ephemeralContainers: z.array(RawContainer).nullish(),
    volumes: z
      .array(
        z.object({
          name: z.string(),
          persistentVolumeClaim: z.object({ claimName: z.string() }).nullish(),
          ephemeral: z.object({}).nullish(),
        }),
      )
      .nullish(),
  }),
  status: z
    .object({
      phase: OptionalText,
      reason: OptionalText,
      message: OptionalText,
      qosClass: OptionalText,
      podIP: OptionalText,
      startTime: OptionalText,
      resize: OptionalText,
      conditions: RawConditions,
      containerStatuses: z.array(RawStatus).nullish(),
      initContainerStatuses: z.array(RawStatus).nullish(),
      ephemeralContainerStatuses: z.array(RawStatus).nullish(),
    })
    .nullish(),
});

type State = NonNullable<ContainerRecord['state']>;
type Amounts = ContainerRecord['requests'];
type Statuses = readonly z.output<typeof RawStatus>[] | null | undefined;

const PHASES = ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'] as const;
const MAX_CONTAINERS = 200;
const MAX_CLAIMS = 500;
const NO_STATE = {
  reason: null,
  message: null,
  exitCode: null,
  signal: null,
  startedAt: null,
  finishedAt: null,
};

/** The owner is the controller that the pod names. `Owners` resolves it, because it knows the other kinds. */
export function normalisePod(object: unknown): PodRecord {
  const { metadata, spec, status } = RawPod.parse(object);
  const isResizeInfeasible =
    status?.resize === 'Infeasible' ||
    status?.conditions?.some(({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible');
  const containerOf = (
    raw: z.output<typeof RawContainer>,
    type: ContainerRecord['type'],
    statuses: Statuses,
  ) =>
    containerRecord(
      raw,
      type,
      statuses?.find(({ name }) => name === raw.name),
      isResizeInfeasible === true,
    );
  const containers = [
    ...(spec.initContainers ?? []).map((raw) =>
      containerOf(raw, raw.restartPolicy === 'Always' ? 'sidecar' : 'init', status?.initContainerStatuses),
    ),
    ...spec.containers.map((raw) => containerOf(raw, 'regular', status?.containerStatuses)),
    ...(spec.ephemeralContainers ?? []).map((raw) =>
      containerOf(raw, 'ephemeral', status?.ephemeralContainerStatuses),
    ),
  ];
  /** A static pod has a mirror pod in the API server. The kubelet knows the static pod by this hash. */
  const mirrorHash = metadata.annotations?.['kubernetes.io/config.mirror'];
  return {
    kind: 'pod',
    uid: metadata.uid,
    ...(mirrorHash ? { kubeletUid: mirrorHash } : {}),
    name: metadata.name,
    namespace: metadata.namespace,
    nodeName: shortTextOrNull(spec.nodeName),
    createdAt: metadata.creationTimestamp,
    startedAt: status?.startTime ?? null,
    deletingAt: metadata.deletionTimestamp ?? null,
    phase: PHASES.find((phase) => phase === status?.phase) ?? 'Unknown',
    reason: shortTextOrNull(status?.reason),
    message: messageOrNull(status?.message),
    qosClass: shortTextOrNull(status?.qosClass),
    podIp: shortTextOrNull(status?.podIP),
    ...(spec.hostNetwork === true ? { isHostNetwork: true } : {}),
    ...(spec.overhead ? { overhead: resourcesOf(spec.overhead) } : {}),
    ...(spec.resources ? { resources: boundsOf(spec.resources) } : {}),
    labels: labelsOf(metadata.labels),
    owner: controllerOf(metadata),
    conditions: conditionsOf(status?.conditions),
    containers: containers.slice(0, MAX_CONTAINERS),
    claims: claimsOf(metadata.name, spec.volumes ?? []).slice(0, MAX_CLAIMS),
  };
}

function containerRecord(
  raw: z.output<typeof RawContainer>,
  type: ContainerRecord['type'],
  status: z.output<typeof RawStatus> | undefined,
  isResizeInfeasible: boolean,
): ContainerRecord {
  return {
    name: raw.name,
    type,
    image: (raw.image || status?.image || '').slice(0, 1024),
    containerId: status?.containerID?.slice(0, 256) || null,
    state: stateOf(status?.state),
    lastState: stateOf(status?.lastState),
    isReady: status?.ready === true,
    isStarted: status?.started === true,
    restartCnt: Math.max(0, Math.trunc(status?.restartCount ?? 0)),
    ...boundsInForce(raw.resources, status?.resources, isResizeInfeasible),
  };
}

function boundsOf(raw: z.output<typeof RawResources>) {
  return { requests: resourcesOf(raw?.requests), limits: resourcesOf(raw?.limits) };
}

/**
 * A container that is resized in place holds its old resources until the new ones are in force, so the larger
 * amounts count. A resize that the node cannot carry out changes nothing.
 */
function boundsInForce(
  asked: z.output<typeof RawResources>,
  held: z.output<typeof RawResources>,
  isResizeInfeasible: boolean,
) {
  if (!held) return boundsOf(asked);
  if (isResizeInfeasible) return boundsOf(held);
  const [wanted, actual] = [boundsOf(asked), boundsOf(held)];
  return {
    requests: largerOf(wanted.requests, actual.requests),
    limits: largerOf(wanted.limits, actual.limits),
  };
}

function largerOf(one: Amounts, other: Amounts): Amounts {
  return {
    cpuCores: Math.max(one.cpuCores, other.cpuCores),
    memBytes: Math.max(one.memBytes, other.memBytes),
    ephemeralBytes: Math.max(one.ephemeralBytes, other.ephemeralBytes),
  };
}

function stateOf(raw: z.output<typeof RawState>): State | null {
  if (raw?.running) return { ...NO_STATE, kind: 'running', startedAt: raw.running.startedAt ?? null };
  if (raw?.terminated) {
    const { exitCode, signal, reason, message, startedAt, finishedAt } = raw.terminated;
    return {
      kind: 'terminated',
      reason: shortTextOrNull(reason),
      message: messageOrNull(message),
      exitCode: exitCode ?? null,
      signal: signal ?? null,
      startedAt: startedAt ?? null,
      finishedAt: finishedAt ?? null,
    };
  }
  if (raw?.waiting) {
    const { reason, message } = raw.waiting;
    return { ...NO_STATE, kind: 'waiting', reason: shortTextOrNull(reason), message: messageOrNull(message) };
  }
  return null;
}

/** Claim names. An ephemeral claim is named after the pod and the volume. */
function claimsOf(
  podName: string,
  volumes: NonNullable<z.output<typeof RawPod>['spec']['volumes']>,
): string[] {
  const names = volumes.flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return [persistentVolumeClaim.claimName];
    return ephemeral ? [`${podName}-${name}`] : [];
  });
  return [...new Set(names)].map(shortText).filter((name) => name !== '');
}
