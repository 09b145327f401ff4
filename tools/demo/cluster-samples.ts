import type { SamplePart } from '@gwanje/kinds/batch';
import { addCadvisor, CADVISOR_FAMILIES, type Cgroup } from '../../apps/agent/src/kubelet/cadvisor.ts';
import { Rates } from '../../apps/agent/src/kubelet/rates.ts';
import { noRows, partsOf, type Rows } from '../../apps/agent/src/kubelet/rows.ts';
import { SummaryReader } from '../../apps/agent/src/kubelet/summary.ts';
import { uidOf } from '../simulator/src/core/identifiers.ts';
import type { NodeRecord } from '../simulator/src/kinds/object/records.ts';
import { FAMILIES } from '../simulator/src/kubelet/cadvisor.ts';
import { type PodReading, readPods } from '../simulator/src/kubelet/readings.ts';
import { statsSummary } from '../simulator/src/kubelet/stats-summary.ts';
import type { Cluster } from '../simulator/src/world/cluster.ts';

/** The part of the samples that is read. */
export interface SampleChoice {
  readonly hasNodes: boolean;
  /** Whether samples of a pod and its containers, or of a claim are read. */
  readonly has: (uid: string) => boolean;
}

const ALL_SAMPLES: SampleChoice = { hasNodes: true, has: () => true };

/**
 * The samples that an agent would take from the kubelets of one simulated cluster. The agent's functions read
 * them from objects: writing and parsing the kubelet pages would take several times as long.
 */
export class ClusterSamples {
  readonly #cluster: Cluster;
  readonly #choice: SampleChoice;
  readonly #rates = new Map<string, Rates>();

  constructor(cluster: Cluster, choice = ALL_SAMPLES) {
    this.#cluster = cluster;
    this.#choice = choice;
  }

  read(): SamplePart[] {
    const { faults, store, timeline } = this.#cluster;
    const rows = noRows();
    for (const node of store.nodes.values()) {
      if (faults.silentNodes.has(node.name) || faults.brokenStatistics.has(node.name)) continue;
      const read = this.#readNode(node, timeline.nowSec());
      rows.node.push(...read.node);
      rows.pod.push(...read.pod.filter(({ uid }) => this.#choice.has(uid)));
      rows.container.push(...read.container.filter(({ podUid }) => this.#choice.has(podUid)));
      rows.claim.push(...read.claim);
    }
    for (const name of this.#rates.keys()) if (!store.nodes.get(name)) this.#rates.delete(name);
    return partsOf(rows, new Date(timeline.nowMs()).toISOString());
  }

  #hasClaim({ namespace, name }: { readonly namespace: string; readonly name: string }): boolean {
    const { seed, store } = this.#cluster;
    const claim = store.persistentvolumeclaims.get(`${namespace}/${name}`);
    return claim !== undefined && this.#choice.has(uidOf(seed, claim.id));
  }

  #readNode(node: NodeRecord, atSec: number): Rows {
    const rates = this.#rates.get(node.name) ?? new RoundedRates();
    this.#rates.set(node.name, rates);
    const readings = readPods(this.#cluster, node.name, atSec);
    const summary = statsSummary(this.#cluster, node, readings, atSec);
    const reader = new SummaryReader(rates, atSec * 1000);
    const { hasNodes, has } = this.#choice;
    if (hasNodes) reader.addNode(node.name, summary);
    for (const pod of summary.pods) {
      const volume = pod.volume.filter(({ pvcRef }) => this.#hasClaim(pvcRef));
      // A claim may outlive the pods that use it.
      if (has(pod.podRef.uid) || volume.length > 0) reader.addPod({ ...pod, volume });
    }
    if (node.machine.runtime !== '') {
      const cgroups = new Map(
        summary.pods.flatMap(({ podRef }, at) =>
          has(podRef.uid) ? cgroupsOf(podRef, readings[at], atSec * 1000) : [],
        ),
      );
      addCadvisor(reader.rows, { cgroups }, reader.podUids, rates, atSec * 1000);
    }
    rates.endRound();
    return reader.rows;
  }
}

/** The server stores no more digits, and the batch is shorter. */
export class RoundedRates extends Rates {
  override rate(...args: Parameters<Rates['rate']>): number | null {
    const perSecond = super.rate(...args);
    return perSecond === null ? null : Math.round(perSecond * 1000) / 1000;
  }
}

/** What the agent would read from the cAdvisor page about the containers of a pod. */
function cgroupsOf(
  { uid, namespace, name }: { readonly uid: string; readonly namespace: string; readonly name: string },
  reading: PodReading | undefined,
  atMs: number,
): [string, Cgroup][] {
  return (reading?.containers ?? []).map((container) => {
    const measured: Cgroup['measured'] = {};
    for (const [family, quantity] of Object.entries(CADVISOR_FAMILIES)) {
      const value = FAMILIES[family]?.(container);
      if (value !== undefined) measured[quantity] = { value, atMs };
    }
    const cgroup = { namespace, pod: name, container: container.template.name, podUid: uid, measured };
    return [`${uid} ${container.template.name}`, cgroup];
  });
}
