import { CLUSTER_AGENT, LABELS, type Manifest, podTemplate, selectorOf } from './manifest-parts.ts';

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
