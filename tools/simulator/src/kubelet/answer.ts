import { recording, withUnreadFields } from '../kinds/object/unread-fields.ts';
import type { Cluster } from '../world/cluster.ts';
import { cadvisorText } from './cadvisor.ts';
import { readPods } from './readings.ts';
import { statsSummary } from './stats-summary.ts';

export interface KubeletAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const PLAIN = 'text/plain; charset=utf-8';
/** The answer of a real kubelet that could not read its cgroups. */
const BROKEN =
  'Internal Error: failed to get root cgroup stats: failed to get cgroup stats for "/": unexpected number of containers: 0';

export function plain(status: number, body: string): KubeletAnswer {
  return { status, contentType: PLAIN, body };
}

/** The answer of a node's kubelet to a path. */
export function answerKubelet(
  cluster: Cluster,
  nodeName: string,
  path: string,
  atSec = cluster.timeline.nowSec(),
): KubeletAnswer {
  const node = cluster.store.nodes.get(nodeName);
  if (!node) return plain(404, '404 page not found\n');
  const isBroken = cluster.faults.brokenStatistics.has(nodeName);
  if (path === '/stats/summary') {
    if (isBroken) return plain(500, BROKEN);
    const summary = statsSummary(cluster, node, readPods(cluster, nodeName, atSec), atSec);
    const recorded = cluster.spec.hasUnreadFields ? recording('kubelet/stats-summary') : undefined;
    const body = JSON.stringify(withUnreadFields(recorded, summary));
    return { status: 200, contentType: 'application/json', body };
  }
  // Virtual kubelets of Azure Container Instances have no cAdvisor.
  if (path === '/metrics/cadvisor' && node.machine.runtime !== '') {
    if (isBroken) return plain(500, BROKEN);
    const body = cadvisorText(cluster, readPods(cluster, nodeName, atSec), atSec);
    return { status: 200, contentType: 'text/plain; version=0.0.4; charset=utf-8', body };
  }
  return plain(404, '404 page not found\n');
}
