import { watchedResources } from '@gwanje/kinds/registry';
import { Document, visit } from 'yaml';
import {
  CLUSTER_AGENT,
  daemonSet,
  deployment,
  LABELS,
  type Manifest,
  NODE_AGENT,
  SECRET,
} from './manifest-objects.ts';

const READ = ['get', 'list', 'watch'];
// YAML 1.1 treats these as line breaks; they occur only in quoted texts, where they can be escaped.
const OLD_LINE_BREAKS = /[\u0085\u2028\u2029]/g;

/** The objects that `kubectl apply` creates to monitor a cluster, in the order of their dependencies. */
export function manifestObjects(manifest: Manifest): readonly object[] {
  const { namespace } = manifest;
  return [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        labels: LABELS,
        annotations: {
          'gwanje/cluster-id': String(manifest.hostId),
          'gwanje/cluster-name': manifest.clusterName,
        },
      },
    },
    serviceAccount(CLUSTER_AGENT, namespace),
    serviceAccount(NODE_AGENT, namespace),
    // Only the kinds that the agent reads: no secrets, no exec, no nodes/proxy.
    clusterRole(CLUSTER_AGENT, watchRules()),
    // This agent runs on every node: an attacker who takes over a node can read only its metrics.
    clusterRole(NODE_AGENT, [
      { apiGroups: [''], resources: ['nodes/metrics', 'nodes/stats'], verbs: ['get'] },
    ]),
    clusterRoleBinding(CLUSTER_AGENT, namespace),
    clusterRoleBinding(NODE_AGENT, namespace),
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: SECRET, namespace, labels: LABELS },
      type: 'Opaque',
      stringData: { token: manifest.token },
    },
    deployment(manifest),
    daemonSet(manifest),
  ];
}

/**
 * YAML that older readers (1.1, such as kubectl's) read as the same data: every text is quoted, so that none
 * changes its type or ends early.
 */
export function manifestYaml(manifest: Manifest): string {
  return manifestObjects(manifest).map(yamlOf).join('---\n');
}

function yamlOf(object: object): string {
  const document = new Document(object, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value === 'string' && key !== 'key') node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0 }).replace(OLD_LINE_BREAKS, (char) => `\\u${hex(char)}`);
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(4, '0');
}

function serviceAccount(name: string, namespace: string): object {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace, labels: LABELS },
  };
}

/** One rule for each API group. */
function watchRules(): readonly object[] {
  const groups = Map.groupBy(watchedResources, ({ group }) => group);
  return [...groups].map(([group, resources]) => ({
    apiGroups: [group],
    resources: resources.map(({ resource }) => resource).toSorted(),
    verbs: READ,
  }));
}

function clusterRole(name: string, rules: readonly object[]): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name, labels: LABELS },
    rules,
  };
}

function clusterRoleBinding(name: string, namespace: string): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name, labels: LABELS },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  };
}
