import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

/*
 * The shape of the manifests that the chart makes, strict: a field at the wrong level or with a wrong name is refused,
 * as `kubectl apply` on a cluster would. Only the fields that the chart uses are here.
 */

const Labels = z.record(z.string(), z.string());
const PortName = z.union([z.int().min(1).max(65535), z.string()]);
const Quantity = z.string().regex(/^[0-9]+(\.[0-9]+)?(m|[KMGTP]i?)?$/);
const Resources = z.strictObject({
  requests: z.strictObject({ cpu: Quantity, memory: Quantity }),
  limits: z.strictObject({ cpu: Quantity.optional(), memory: Quantity }),
});
const Metadata = z.strictObject({
  name: z.string().regex(/^(?!.{64})[a-z0-9]([a-z0-9-]*[a-z0-9])?$/),
  namespace: z.string().optional(),
  labels: Labels.optional(),
  annotations: Labels.optional(),
});
const Selector = z.strictObject({ matchLabels: Labels });
const Named = z.strictObject({ name: z.string() });

const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: PortName }),
  periodSeconds: z.int(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int().optional(),
});

const FieldRef = z.strictObject({ fieldRef: z.strictObject({ fieldPath: z.string() }) });
const Exec = z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }) });

const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  envFrom: z
    .array(z.union([z.strictObject({ configMapRef: Named }), z.strictObject({ secretRef: Named })]))
    .optional(),
  env: z
    .array(z.union([Named.extend({ value: z.string() }), Named.extend({ valueFrom: FieldRef })]))
    .optional(),
  ports: z.array(z.strictObject({ name: z.string().max(15), containerPort: z.int() })),
  lifecycle: z.strictObject({ preStop: Exec }).optional(),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  resources: Resources,
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(Named.extend({ mountPath: z.string() })),
});

const PodTemplate = z.strictObject({
  metadata: z.strictObject({ labels: Labels, annotations: Labels.optional() }),
  spec: z.strictObject({
    automountServiceAccountToken: z.literal(false),
    enableServiceLinks: z.literal(false),
    terminationGracePeriodSeconds: z.int().optional(),
    imagePullSecrets: z.array(Named).optional(),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.int(),
      runAsGroup: z.int(),
      fsGroup: z.int(),
      fsGroupChangePolicy: z.literal('OnRootMismatch'),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    topologySpreadConstraints: z.array(
      z.strictObject({
        maxSkew: z.int(),
        topologyKey: z.string(),
        whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']),
        nodeTaintsPolicy: z.enum(['Honor', 'Ignore']),
        labelSelector: Selector,
      }),
    ),
    nodeSelector: Labels.optional(),
    tolerations: z.array(z.record(z.string(), z.unknown())).optional(),
    containers: z.tuple([Container]),
    volumes: z.array(Named.extend({ emptyDir: z.strictObject({ sizeLimit: Quantity }) })).optional(),
  }),
});

const Claim = z.strictObject({
  metadata: Named,
  spec: z.strictObject({
    accessModes: z.tuple([z.literal('ReadWriteOnce')]),
    storageClassName: z.string().optional(),
    resources: z.strictObject({ requests: z.strictObject({ storage: Quantity }) }),
  }),
});

const StatefulSet = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('StatefulSet'),
  metadata: Metadata,
  spec: z.strictObject({
    serviceName: z.string(),
    replicas: z.int(),
    podManagementPolicy: z.literal('Parallel'),
    minReadySeconds: z.int(),
    selector: Selector,
    template: PodTemplate,
    volumeClaimTemplates: z.array(Claim),
  }),
});

const Deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata: Metadata,
  spec: z.strictObject({
    replicas: z.int(),
    strategy: z.strictObject({
      rollingUpdate: z.strictObject({ maxUnavailable: z.int(), maxSurge: z.int() }),
    }),
    selector: Selector,
    template: PodTemplate,
  }),
});

const Service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata: Metadata,
  spec: z.strictObject({
    clusterIP: z.literal('None').optional(),
    publishNotReadyAddresses: z.boolean().optional(),
    selector: Labels,
    ports: z.array(Named.extend({ port: z.int(), targetPort: PortName })),
  }),
});

const ConfigMap = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ConfigMap'),
  metadata: Metadata,
  data: Labels,
});

const DisruptionBudget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata: Metadata,
  spec: z.strictObject({ maxUnavailable: z.literal(1), selector: Selector }),
});

const ServiceRef = z.strictObject({ service: Named.extend({ port: Named }) });
const Path = z.strictObject({ path: z.string(), pathType: z.literal('Prefix'), backend: ServiceRef });

const Ingress = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('Ingress'),
  metadata: Metadata,
  spec: z.strictObject({
    ingressClassName: z.string().optional(),
    tls: z.array(z.strictObject({ secretName: z.string(), hosts: z.array(z.string()) })).optional(),
    rules: z.array(z.strictObject({ host: z.string(), http: z.strictObject({ paths: z.array(Path) }) })),
  }),
});

const Expression = z.strictObject({
  key: z.string(),
  operator: z.literal('In'),
  values: z.array(z.string()),
});
const Expressions = z.strictObject({ matchExpressions: z.array(Expression) });
const Peer = z.union([
  z.strictObject({ podSelector: Selector }),
  z.strictObject({ namespaceSelector: z.union([Selector, Expressions]) }),
  z.strictObject({ ipBlock: z.strictObject({ cidr: z.string() }) }),
]);
const PolicyPorts = z.array(z.strictObject({ port: PortName, protocol: z.enum(['UDP', 'TCP']).optional() }));

const NetworkPolicy = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('NetworkPolicy'),
  metadata: Metadata,
  spec: z.strictObject({
    podSelector: Selector,
    policyTypes: z.tuple([z.literal('Ingress'), z.literal('Egress')]),
    ingress: z.array(z.strictObject({ from: z.array(Peer).min(1), ports: PolicyPorts })).optional(),
    egress: z.array(z.strictObject({ to: z.array(Peer).min(1).optional(), ports: PolicyPorts })).optional(),
  }),
});

const Namespace = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Namespace'),
  metadata: Metadata,
});

const Manifest = z.discriminatedUnion('kind', [
  StatefulSet,
  Deployment,
  Service,
  ConfigMap,
  DisruptionBudget,
  Ingress,
  NetworkPolicy,
  Namespace,
]);
export type Manifest = z.infer<typeof Manifest>;
export type ManifestOf<Kind extends Manifest['kind']> = Extract<Manifest, { kind: Kind }>;
export type Workload = ManifestOf<'StatefulSet' | 'Deployment'>;

/** All manifests of a text. Throws when one has another shape. */
export function parseManifests(text: string): Manifest[] {
  const documents = parseAllDocuments(text);
  if ('empty' in documents) return [];
  return documents.map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return Manifest.parse(document.toJS());
  });
}

export function ofKind<Kind extends Manifest['kind']>(
  manifests: readonly Manifest[],
  kind: Kind,
): ManifestOf<Kind>[] {
  return manifests.filter((manifest): manifest is ManifestOf<Kind> => manifest.kind === kind);
}

export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return [...ofKind(manifests, 'StatefulSet'), ...ofKind(manifests, 'Deployment')];
}

export function selects(
  selector: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}
