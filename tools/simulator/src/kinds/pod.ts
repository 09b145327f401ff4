import { digestOf } from '../core/identifiers.ts';
import { type JsonObject, metadataOf } from './object/kind.ts';
import type {
  ContainerEnd,
  ContainerRecord,
  ContainerTemplate,
  EnvValue,
  Labels,
  PodRecord,
  PodTemplate,
} from './object/records.ts';
import { bytesText, cpuText, timeText } from './object/text.ts';

/** The runtime's id for one run of a container. */
export function containerIdOf(pod: PodRecord, index: number, run: number, seed: number): string {
  return digestOf(seed + 101 * (index + 1), pod.id * 1000 + run);
}

export function qosClassOf(template: PodTemplate): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const all = template.containers.map(({ resources }) => resources);
  if (all.every((resources) => Object.values(resources).every((amount) => amount < 0))) return 'BestEffort';
  const isGuaranteed = all.every(
    ({ requestMilliCpu, requestBytes, limitMilliCpu, limitBytes }) =>
      limitMilliCpu >= 0 &&
      limitBytes >= 0 &&
      (requestMilliCpu < 0 || requestMilliCpu === limitMilliCpu) &&
      (requestBytes < 0 || requestBytes === limitBytes),
  );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

export function buildPod(pod: PodRecord, seed: number): JsonObject {
  const { template, owner, deletedSec, claims } = pod;
  const annotations =
    owner?.kind === 'Node'
      ? { 'kubernetes.io/config.mirror': digestOf(seed, pod.id).slice(0, 32) }
      : undefined;
  return {
    metadata: metadataOf(pod, seed, { deletedSec, labels: podLabels(pod), annotations, owner }),
    spec: {
      containers: template.containers.map(containerOf),
      nodeName: pod.nodeName === '' ? undefined : pod.nodeName,
      hostNetwork: template.isHostNetwork || undefined,
      ...(claims.length > 0 && {
        volumes: claims.map((claimName) => ({ name: 'data', persistentVolumeClaim: { claimName } })),
      }),
    },
    status: {
      phase: pod.phase,
      conditions: conditionsOf(pod),
      message: pod.message === '' ? undefined : pod.message,
      reason: pod.reason === '' ? undefined : pod.reason,
      podIP: pod.podIp === '' ? undefined : pod.podIp,
      startTime: pod.startedSec > 0 ? timeText(pod.startedSec) : undefined,
      containerStatuses:
        pod.startedSec > 0
          ? pod.containers.map((container, index) => containerStatusOf(pod, container, index, seed))
          : undefined,
      qosClass: qosClassOf(template),
    },
  };
}

function podLabels({ name, owner, template: { labels, hash } }: PodRecord): Labels {
  switch (owner?.kind) {
    case 'ReplicaSet':
      return { ...labels, 'pod-template-hash': hash };
    case 'DaemonSet':
      return { ...labels, 'controller-revision-hash': hash, 'pod-template-generation': '1' };
    case 'StatefulSet':
      return {
        ...labels,
        'apps.kubernetes.io/pod-index': name.slice(name.lastIndexOf('-') + 1),
        'controller-revision-hash': `${owner.name}-${hash}`,
        'statefulset.kubernetes.io/pod-name': name,
      };
    case 'Job':
      return { ...labels, 'job-name': owner.name };
    default:
      return labels;
  }
}

/** A container as the specification of a pod and the template of a workload show it. */
export function containerOf(template: ContainerTemplate): JsonObject {
  const { name, image, resources, args, env, readinessProbe } = template;
  const { limitMilliCpu, limitBytes, requestMilliCpu, requestBytes } = resources;
  return {
    name,
    image,
    args,
    env: env && Object.entries(env).map(([key, value]) => variableOf(key, value)),
    readinessProbe: readinessProbe && {
      httpGet: { path: readinessProbe.path, port: 8080 },
      timeoutSeconds: readinessProbe.timeoutSec,
    },
    resources: {
      limits: quantities(limitMilliCpu, limitBytes),
      requests: quantities(requestMilliCpu, requestBytes),
    },
  };
}

function variableOf(name: string, value: EnvValue): JsonObject {
  if (typeof value === 'string') return { name, value };
  return { name, valueFrom: { secretKeyRef: { name: value.secret, key: value.key } } };
}

function quantities(milliCpu: number, bytes: number): JsonObject | undefined {
  if (milliCpu < 0 && bytes < 0) return undefined;
  return {
    cpu: milliCpu < 0 ? undefined : cpuText(milliCpu),
    memory: bytes < 0 ? undefined : bytesText(bytes),
  };
}

function conditionsOf(pod: PodRecord): JsonObject[] {
  const conditions: JsonObject[] = [];
  if (pod.startedSec > 0) {
    const unready = unreadyReason(pod);
    const ready = pod.isReady ? 'True' : 'False';
    conditions.push(
      condition('Initialized', 'True', pod.startedSec),
      condition('Ready', ready, pod.readySec, unready),
      condition('ContainersReady', ready, pod.readySec, unready),
    );
  }
  if (pod.nodeName !== '') conditions.push(condition('PodScheduled', 'True', pod.scheduledSec));
  else if (pod.unschedulable !== '') {
    const why = { reason: 'Unschedulable', message: pod.unschedulable };
    conditions.push(condition('PodScheduled', 'False', pod.scheduledSec, why));
  }
  return conditions;
}

interface Why {
  readonly reason: string;
  readonly message?: string;
}

function condition(type: string, status: string, sinceSec: number, why?: Why): JsonObject {
  return {
    type,
    status,
    lastTransitionTime: timeText(sinceSec),
    reason: why?.reason,
    message: why?.message,
  };
}

function unreadyReason(pod: PodRecord): Why | undefined {
  if (pod.isReady) return undefined;
  if (pod.phase === 'Succeeded') return { reason: 'PodCompleted' };
  if (pod.phase === 'Failed') return { reason: 'PodFailed' };
  const unready = pod.template.containers.filter((_, index) => !pod.containers[index]?.isReady);
  if (unready.length === 0) return undefined;
  return {
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${unready.map(({ name }) => name).join(' ')}]`,
  };
}

function containerStatusOf(
  pod: PodRecord,
  container: ContainerRecord,
  index: number,
  seed: number,
): JsonObject {
  const { name, image } = pod.template.containers[index] ?? { name: '', image: '' };
  const { state, restarts, lastEnd } = container;
  const wasPulled = state !== 'waiting' || restarts > 0 || lastEnd !== undefined;
  return {
    name,
    state: stateOf(container),
    lastState: lastEnd ? { terminated: endOf(lastEnd) } : {},
    ready: container.isReady,
    restartCount: restarts,
    image,
    containerID: wasPulled ? `containerd://${containerIdOf(pod, index, restarts, seed)}` : undefined,
  };
}

function stateOf({ state, startedSec, end, waitingReason, waitingMessage }: ContainerRecord): JsonObject {
  if (state === 'running') return { running: { startedAt: timeText(startedSec) } };
  if (state === 'terminated' && end) return { terminated: endOf(end) };
  return { waiting: { reason: waitingReason, message: waitingMessage } };
}

function endOf({ exitCode, reason, startedSec, finishedSec }: ContainerEnd): JsonObject {
  return { exitCode, reason, startedAt: timeText(startedSec), finishedAt: timeText(finishedSec) };
}
