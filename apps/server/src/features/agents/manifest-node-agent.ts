import { LABELS, type Manifest, NODE_AGENT, podTemplate, selectorOf } from './manifest-parts.ts';

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
