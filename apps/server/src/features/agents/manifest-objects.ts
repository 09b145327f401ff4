/** The inputs of a manifest. The server stores only a hash of the token. */
export interface Manifest {
  readonly hostId: number;
  readonly clusterName: string;
  readonly serverUrl: string;
  readonly image: string;
  readonly namespace: string;
  /** The agent accepts any kubelet certificate. */
  readonly isKubeletInsecure: boolean;
  readonly token: string;
}

export const NAMESPACE = 'gwanje';
export const CLUSTER_AGENT = 'gwanje-agent-cluster';
export const NODE_AGENT = 'gwanje-agent-node';
export const SECRET = 'gwanje-agent';
export const LABELS = { 'app.kubernetes.io/name': 'gwanje-agent', 'app.kubernetes.io/part-of': 'gwanje' };

const TOKEN_FOLDER = '/var/run/gwanje';
const DATA_FOLDER = '/var/lib/gwanje-agent';
const PORT = 4120;
const USER = 65532;
/** The agent buffers at most 256 MiB of unsent data; the rest is headroom. */
const BUFFER_SIZE = '320Mi';

interface AgentPod {
  readonly manifest: Manifest;
  readonly name: string;
  readonly variables: readonly object[];
  readonly resources: object;
  readonly scheduling?: object;
}

export function selectorOf(name: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': 'gwanje-agent', 'app.kubernetes.io/component': name };
}

/** The token is mounted as a file, so that a new manifest updates the token of a running agent. */
export function podTemplate({ manifest, name, variables, resources, scheduling }: AgentPod): object {
  return {
    metadata: { labels: { ...LABELS, ...selectorOf(name) } },
    spec: {
      serviceAccountName: name,
      ...scheduling,
      terminationGracePeriodSeconds: 30,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: USER,
        runAsGroup: USER,
        fsGroup: USER,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'agent',
          image: manifest.image,
          env: [
            ...variables,
            { name: 'GWANJE_AGENT_SERVER', value: manifest.serverUrl },
            { name: 'GWANJE_AGENT_CLUSTER_ID', value: String(manifest.hostId) },
            { name: 'GWANJE_AGENT_TOKEN_FILE', value: `${TOKEN_FOLDER}/token` },
            { name: 'GWANJE_AGENT_DATA_DIR', value: DATA_FOLDER },
            { name: 'GWANJE_AGENT_PORT', value: String(PORT) },
          ],
          ports: [{ name: 'probes', containerPort: PORT }],
          livenessProbe: {
            httpGet: { path: '/healthz', port: 'probes' },
            periodSeconds: 20,
            failureThreshold: 3,
          },
          readinessProbe: { httpGet: { path: '/readyz', port: 'probes' }, periodSeconds: 10 },
          resources,
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          volumeMounts: [
            { name: 'token', mountPath: TOKEN_FOLDER, readOnly: true },
            { name: 'buffer', mountPath: DATA_FOLDER },
          ],
        },
      ],
      volumes: [
        { name: 'token', secret: { secretName: SECRET, defaultMode: 0o440 } },
        // Not a hostPath: root would have to create and own it.
        { name: 'buffer', emptyDir: { sizeLimit: BUFFER_SIZE } },
      ],
    },
  };
}

/** One agent reads the API server. Two must never run, so the old pod ends before the new one starts. */
export function deployment(manifest: Manifest): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: CLUSTER_AGENT, namespace: manifest.namespace, labels: LABELS },
    spec: {
      replicas: 1,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: selectorOf(CLUSTER_AGENT) },
      template: podTemplate({
        manifest,
        name: CLUSTER_AGENT,
        variables: [{ name: 'GWANJE_AGENT_ROLE', value: 'cluster' }],
        resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '1Gi' } },
        scheduling: { nodeSelector: { 'kubernetes.io/os': 'linux' } },
      }),
    },
  };
}

/** Virtual nodes run no daemon sets; a pod for one would stay pending forever. */
const REAL_NODES = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [
        {
          matchExpressions: [
            { key: 'type', operator: 'NotIn', values: ['virtual-kubelet'] },
            { key: 'eks.amazonaws.com/compute-type', operator: 'NotIn', values: ['fargate'] },
          ],
        },
      ],
    },
  },
};

/** One agent on every node, tainted or not; it reads the node's own kubelet. */
export function daemonSet(manifest: Manifest): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: NODE_AGENT, namespace: manifest.namespace, labels: LABELS },
    spec: {
      selector: { matchLabels: selectorOf(NODE_AGENT) },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%' } },
      template: podTemplate({
        manifest,
        name: NODE_AGENT,
        variables: [
          { name: 'GWANJE_AGENT_ROLE', value: 'node' },
          { name: 'GWANJE_AGENT_NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
          { name: 'GWANJE_AGENT_KUBELET_ADDRESS', valueFrom: { fieldRef: { fieldPath: 'status.hostIP' } } },
          // 1 when the cluster's CA has not signed the kubelet certificates.
          { name: 'GWANJE_AGENT_KUBELET_INSECURE', value: manifest.isKubeletInsecure ? '1' : '0' },
        ],
        resources: { requests: { cpu: '20m', memory: '64Mi' }, limits: { memory: '256Mi' } },
        scheduling: {
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          affinity: REAL_NODES,
          tolerations: [{ operator: 'Exists' }],
        },
      }),
    },
  };
}
