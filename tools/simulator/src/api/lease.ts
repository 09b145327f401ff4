import { uidOf } from '../core/identifiers.ts';
import type { JsonObject } from '../kinds/object/kind.ts';
import { microTimeText } from '../kinds/object/text.ts';
import type { Cluster } from '../world/cluster.ts';

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
