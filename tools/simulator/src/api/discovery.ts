import { uidOf } from '../core/identifiers.ts';
import type { JsonObject } from '../kinds/object/kind.ts';
import { microTimeText } from '../kinds/object/text.ts';
import { KINDS } from '../kinds/registry.ts';
import type { Cluster } from '../world/cluster.ts';

const VERBS = ['get', 'list', 'watch'];
const GROUPS = ['apps', 'authorization.k8s.io', 'batch'];

/** The served resources, for clients that use discovery. */
export function discoveryOf(cluster: Cluster, path: string, host: string): JsonObject | undefined {
  switch (path) {
    case '/version':
      return versionOf(cluster.spec.flavour.version);
    case '/api':
      return {
        kind: 'APIVersions',
        versions: ['v1'],
        serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: host }],
      };
    case '/apis':
      return { kind: 'APIGroupList', apiVersion: 'v1', groups: GROUPS.map(groupOf) };
    case '/api/v1':
      return { kind: 'APIResourceList', groupVersion: 'v1', resources: [...resourcesOf(''), NODE_PROXY] };
    default: {
      const [, root, group = '', version] = path.split('/');
      if (root !== 'apis' || !GROUPS.includes(group)) return undefined;
      if (version === undefined) return { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(group) };
      if (version !== 'v1') return undefined;
      return {
        kind: 'APIResourceList',
        apiVersion: 'v1',
        groupVersion: `${group}/v1`,
        resources: group === 'authorization.k8s.io' ? [ACCESS_REVIEW] : resourcesOf(group),
      };
    }
  }
}

function versionOf(gitVersion: string): JsonObject {
  const [, major = '1', minor = '0'] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  return {
    major,
    minor,
    gitVersion,
    gitCommit: '9e644106593f3f4aa98f8a84b23db5fa378900bd',
    gitTreeState: 'clean',
    buildDate: '2025-05-15T08:27:33Z',
    goVersion: 'go1.23.8',
    compiler: 'gc',
    platform: 'linux/amd64',
  };
}

function groupOf(name: string): JsonObject {
  const version = { groupVersion: `${name}/v1`, version: 'v1' };
  return { name, versions: [version], preferredVersion: version };
}

function resourcesOf(group: string): JsonObject[] {
  return Object.values(KINDS)
    .filter((kind) => kind.group === group)
    .map((kind) => ({
      name: kind.resource,
      singularName: '',
      namespaced: kind.isNamespaced,
      kind: kind.kind,
      verbs: VERBS,
      shortNames: kind.shortNames,
      categories: kind.categories,
      storageVersionHash: kind.storageVersionHash,
    }));
}

const NODE_PROXY: JsonObject = {
  name: 'nodes/proxy',
  singularName: '',
  namespaced: false,
  kind: 'NodeProxyOptions',
  verbs: ['get'],
};

const ACCESS_REVIEW: JsonObject = {
  name: 'selfsubjectaccessreviews',
  singularName: '',
  namespaced: false,
  kind: 'SelfSubjectAccessReview',
  verbs: ['create'],
};

const RENEW_MS = 10_000;

/** `kubectl describe node` also requests this lease: the kubelet renews it every ten seconds. */
export function leaseOf(cluster: Cluster, nodeName: string): JsonObject | undefined {
  const node = cluster.store.nodes.get(nodeName);
  if (!node) return undefined;
  const ready = node.conditions.find(({ type }) => type === 'Ready');
  const isSilent = cluster.faults.silentNodes.has(nodeName);
  const nowMs = cluster.timeline.nowMs();
  const renewedMs = isSilent ? (ready?.heartbeatSec ?? 0) * 1000 : nowMs - (nowMs % RENEW_MS);
  return {
    kind: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    metadata: {
      name: nodeName,
      namespace: 'kube-node-lease',
      uid: uidOf(cluster.seed ^ 0x1ea5e, node.id),
      resourceVersion: String(node.rv),
      creationTimestamp: new Date(node.createdSec * 1000).toISOString().replace('.000', ''),
    },
    spec: { holderIdentity: nodeName, leaseDurationSeconds: 40, renewTime: microTimeText(renewedMs) },
  };
}
