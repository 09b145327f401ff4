import type { ChangeTopic } from '@gwanje/contract/objects/manifests';

/** A step of a path: a field, or an item of a list by its name. */
export type FieldPath = readonly { readonly name: string; readonly isItem?: true }[];

/** `spec.template.spec.containers[app].image`; a name with dots is in brackets too. */
export function pathText(path: FieldPath): string {
  return path
    .map(({ name, isItem }, index) => {
      if (isItem || !/^[A-Za-z0-9_-]+$/.test(name)) return `[${name}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}

type Topics = Readonly<Record<string, ChangeTopic>>;
interface Topic {
  readonly topic: ChangeTopic;
  readonly subject: string | null;
}

/** Fields of the specification of an object, by their path without items. */
const OBJECT_FIELDS = {
  replicas: 'replicas',
  paused: 'paused',
  suspend: 'suspended',
  schedule: 'schedule',
  strategy: 'strategy',
  updateStrategy: 'strategy',
  unschedulable: 'unschedulable',
  taints: 'taint',
  capacity: 'capacity',
  storageClassName: 'storageClass',
  persistentVolumeReclaimPolicy: 'reclaimPolicy',
  nodeName: 'nodeName',
  nodeSelector: 'nodeSelector',
  affinity: 'affinity',
  tolerations: 'tolerations',
  topologySpreadConstraints: 'affinity',
  volumes: 'volume',
  volumeClaimTemplates: 'volume',
  serviceAccountName: 'serviceAccount',
  priorityClassName: 'priority',
  terminationGracePeriodSeconds: 'gracePeriod',
  minReplicas: 'minReplicas',
  maxReplicas: 'maxReplicas',
  minAvailable: 'minAvailable',
  maxUnavailable: 'maxUnavailable',
  selector: 'selector',
  type: 'type',
  ports: 'port',
} as const satisfies Topics;

const CONTAINER_FIELDS = {
  image: 'image',
  imagePullPolicy: 'imagePullPolicy',
  env: 'env',
  envFrom: 'env',
  command: 'command',
  args: 'args',
  livenessProbe: 'livenessProbe',
  readinessProbe: 'readinessProbe',
  startupProbe: 'startupProbe',
  ports: 'port',
  volumeMounts: 'volumeMount',
  securityContext: 'securityContext',
} as const satisfies Topics;

const CONTAINER_LISTS = new Set(['containers', 'initContainers', 'ephemeralContainers']);
const METADATA_FIELDS = {
  labels: 'label',
  annotations: 'annotation',
  finalizers: 'finalizers',
  ownerReferences: 'owner',
} as const satisfies Topics;

/** `kubectl rollout restart` sets it. */
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';

function topicIn(topics: Topics, name: string | undefined): ChangeTopic | undefined {
  return name !== undefined && Object.hasOwn(topics, name) ? topics[name] : undefined;
}

/** What an operator calls the field, and the container, label or resource that it belongs to. */
export function topicOf(path: FieldPath): Topic {
  const containers = path.findIndex(({ name, isItem }) => !isItem && CONTAINER_LISTS.has(name));
  const container = path[containers + 1];
  if (containers >= 0 && container) return containerTopic(container.name, path.slice(containers + 2));
  const metadata = path.findIndex(({ name, isItem }) => !isItem && name === 'metadata');
  if (metadata >= 0) return metadataTopic(path.slice(metadata + 1));
  // The fields of a pod template are those of a pod.
  const spec = path.findLastIndex(({ name, isItem }) => !isItem && name === 'spec');
  const [field, ...rest] = spec >= 0 ? path.slice(spec + 1) : [];
  const topic = topicIn(OBJECT_FIELDS, field?.name);
  if (topic) return { topic, subject: subjectOf(rest) };
  const isRequest = field?.name === 'resources' && rest[0]?.name === 'requests';
  return isRequest
    ? { topic: 'request', subject: subjectOf(rest.slice(1)) }
    : { topic: 'other', subject: null };
}

function metadataTopic([field, item]: FieldPath): Topic {
  if (item?.name === RESTARTED_AT) return { topic: 'restart', subject: null };
  const topic = topicIn(METADATA_FIELDS, field?.name);
  return topic ? { topic, subject: item?.name ?? null } : { topic: 'other', subject: null };
}

function subjectOf(path: FieldPath): string | null {
  return path.map(({ name }) => name).join('.') || null;
}

const NAMED_TOPICS: ReadonlySet<ChangeTopic> = new Set(['env', 'port', 'volumeMount']);

function containerTopic(container: string, [field, ...rest]: FieldPath): Topic {
  if (!field) return { topic: 'container', subject: container };
  const [part, ...inner] = rest;
  const subject = (path: FieldPath) => [container, subjectOf(path)].filter(Boolean).join(' ');
  if (field.name === 'resources' && part?.name === 'requests')
    return { topic: 'request', subject: subject(inner) };
  if (field.name === 'resources' && part?.name === 'limits')
    return { topic: 'limit', subject: subject(inner) };
  const topic = topicIn(CONTAINER_FIELDS, field.name);
  if (!topic) return { topic: 'containerField', subject: subject([field, ...rest]) };
  return { topic, subject: subject(NAMED_TOPICS.has(topic) ? rest.slice(0, 1) : rest) };
}
