import { digestOf } from '../../core/identifiers.ts';
import type { JsonObject, View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { ContainerEnd, ContainerRecord, Labels, PodRecord, Toleration } from '../object/records.ts';
import { timeText } from '../object/text.ts';
import { containerIdOf, imageIdOf } from './container-id.ts';
import { podSpecParts, qosClassOf } from './pod-template.ts';

function podLabels(pod: PodRecord): Labels {
  const { labels } = pod.template;
  switch (pod.owner?.kind) {
    case 'ReplicaSet':
      return { ...labels, 'pod-template-hash': pod.template.hash };
    case 'DaemonSet':
      return { ...labels, 'controller-revision-hash': pod.template.hash, 'pod-template-generation': '1' };
    case 'StatefulSet':
      return {
        ...labels,
        'apps.kubernetes.io/pod-index': pod.name.slice(pod.name.lastIndexOf('-') + 1),
        'controller-revision-hash': `${pod.owner.name}-${pod.template.hash}`,
        'statefulset.kubernetes.io/pod-name': pod.name,
      };
    case 'Job':
      return { ...labels, 'job-name': pod.owner.name };
    default:
      return labels;
  }
}

export function buildPod(pod: PodRecord, view: View): JsonObject {
  const { template, owner } = pod;
  const { volumes, containers } = podSpecParts(template, pod.claims);
  const hasGeneratedName = owner && owner.kind !== 'StatefulSet' && owner.kind !== 'Node';
  const metadata = metadataOf(
    pod,
    {
      generateName: hasGeneratedName ? `${owner.name}-` : undefined,
      deletion: pod.deletion,
      labels: podLabels(pod),
      annotations: owner?.kind === 'Node' ? mirrorAnnotations(pod, view) : undefined,
      owner,
    },
    view,
  );
  return {
    metadata,
    spec: {
      volumes,
      containers,
      restartPolicy: template.restartPolicy,
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      nodeSelector: template.nodeSelector,
      serviceAccountName: template.serviceAccount,
      serviceAccount: template.serviceAccount,
      nodeName: pod.nodeName === '' ? undefined : pod.nodeName,
      hostNetwork: template.isHostNetwork || undefined,
      securityContext: {},
      hostname: owner?.kind === 'StatefulSet' ? pod.name : undefined,
      subdomain: owner?.kind === 'StatefulSet' ? owner.name : undefined,
      affinity: owner?.kind === 'DaemonSet' ? daemonAffinity(pod.wantedNode) : undefined,
      schedulerName: 'default-scheduler',
      tolerations: tolerationsOf(pod).map((toleration) => ({ ...toleration })),
      priorityClassName: template.priorityClass,
      priority: template.priorityClass ? 2_000_001_000 : 0,
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
    },
    status: statusOf(pod, view),
  };
}

function mirrorAnnotations(pod: PodRecord, view: View): Labels {
  const hash = digestOf(view.seed, pod.id).slice(0, 32);
  return {
    'kubernetes.io/config.hash': hash,
    'kubernetes.io/config.mirror': hash,
    'kubernetes.io/config.seen': timeText(pod.createdSec),
    'kubernetes.io/config.source': 'file',
  };
}

function daemonAffinity(nodeName: string): JsonObject {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [nodeName] }];
  return {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] },
    },
  };
}

const DEFAULT_TOLERATIONS: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
];

const DAEMON_TOLERATIONS: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
];

export function tolerationsOf(pod: PodRecord): readonly Toleration[] {
  if (pod.owner?.kind === 'Node') return [{ operator: 'Exists', effect: 'NoExecute' }];
  const added = pod.owner?.kind === 'DaemonSet' ? DAEMON_TOLERATIONS : DEFAULT_TOLERATIONS;
  return pod.template.tolerations.length === 0 ? added : [...pod.template.tolerations, ...added];
}

function statusOf(pod: PodRecord, view: View): JsonObject {
  const hostIp = pod.startedSec > 0 ? view.hostIpOf(pod.nodeName) : undefined;
  return {
    phase: pod.phase,
    conditions: conditionsOf(pod),
    message: pod.message === '' ? undefined : pod.message,
    reason: pod.reason === '' ? undefined : pod.reason,
    hostIP: hostIp,
    podIP: pod.podIp === '' ? undefined : pod.podIp,
    podIPs: pod.podIp === '' ? undefined : [{ ip: pod.podIp }],
    startTime: pod.startedSec > 0 ? timeText(pod.startedSec) : undefined,
    containerStatuses:
      pod.startedSec > 0
        ? pod.containers.map((container, index) => containerStatusOf(pod, container, index, view))
        : undefined,
    qosClass: qosClassOf(pod.template),
  };
}

function conditionsOf(pod: PodRecord): JsonObject[] | undefined {
  const conditions: JsonObject[] = [];
  if (pod.startedSec > 0) {
    const unready = unreadyReason(pod);
    const ready = pod.isReady ? 'True' : 'False';
    const isDone = pod.phase === 'Succeeded';
    conditions.push(
      condition('Initialized', 'True', pod.startedSec, isDone ? { reason: 'PodCompleted' } : undefined),
      condition('Ready', ready, pod.readySec, unready),
      condition('ContainersReady', ready, pod.readySec, unready),
    );
  }
  if (pod.nodeName !== '') conditions.push(condition('PodScheduled', 'True', pod.scheduledSec));
  else if (pod.unschedulable !== '')
    conditions.push(
      condition('PodScheduled', 'False', pod.scheduledSec, {
        reason: 'Unschedulable',
        message: pod.unschedulable,
      }),
    );
  return conditions.length > 0 ? conditions : undefined;
}

interface Why {
  readonly reason: string;
  readonly message?: string;
}

function condition(type: string, status: string, sinceSec: number, why?: Why): JsonObject {
  return {
    type,
    status,
    lastProbeTime: null,
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
  view: View,
): JsonObject {
  const { name, image } = pod.template.containers[index] ?? { name: '', image: '' };
  const wasPulled =
    container.state !== 'waiting' || container.restarts > 0 || container.lastEnd !== undefined;
  const id = (restarts: number) => `containerd://${containerIdOf(pod, index, restarts, view.seed)}`;
  // While the container waits for its next start, `restarts` is the number of the last ended run.
  const endedRun = container.state === 'waiting' ? container.restarts : container.restarts - 1;
  return {
    name,
    state: stateOf(container, id),
    lastState: container.lastEnd ? { terminated: endOf(container.lastEnd, id(endedRun)) } : {},
    ready: container.isReady,
    restartCount: container.restarts,
    image,
    imageID: wasPulled ? imageIdOf(image) : '',
    containerID: wasPulled ? id(container.restarts) : undefined,
  };
}

function stateOf(container: ContainerRecord, id: (restarts: number) => string): JsonObject {
  if (container.state === 'running') return { running: { startedAt: timeText(container.startedSec) } };
  if (container.state === 'terminated' && container.end)
    return { terminated: endOf(container.end, id(container.restarts)) };
  return { waiting: { reason: container.waitingReason, message: container.waitingMessage } };
}

function endOf(end: ContainerEnd, containerID: string): JsonObject {
  return {
    exitCode: end.exitCode,
    reason: end.reason === '' ? undefined : end.reason,
    startedAt: timeText(end.startedSec),
    finishedAt: timeText(end.finishedSec),
    containerID,
  };
}
