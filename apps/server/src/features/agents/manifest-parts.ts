/** The inputs of a manifest. The token is in the manifest and nowhere else. */
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

/** The token is mounted as a file, so that a new manifest changes it under a running agent. */
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
