import { ownerKeyOf } from '@gwanje/domain/alarms/owner-key';
import { NO_SLOT } from '../columns/table.ts';
import type { Cluster } from '../tables/clusters.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { eachOf } from './cluster-tally.ts';

/**
 * The disruption budgets of a cluster that keep pods on unschedulable nodes. The agent names the workloads that a
 * budget covers, so a pod is found by its owner; a pod without one is named itself. Read on first use: mostly no budget is exhausted.
 */
export class BlockedDrains {
  readonly #tables: LiveTables;
  readonly #cluster: Cluster;
  #stranded: ReadonlySet<string> | undefined;

  constructor(tables: LiveTables, cluster: Cluster) {
    this.#tables = tables;
    this.#cluster = cluster;
  }

  isBlockedBy(budgetSlot: number): boolean {
    const { state } = this.#tables.disruptionBudget;
    if (state.status.get(budgetSlot) !== 'exhausted') return false;
    this.#stranded ??= this.#ownersOnUnschedulableNodes();
    if (this.#stranded.size === 0) return false;
    const namespace = state.namespace.get(budgetSlot);
    const covered = state.workloads.get(budgetSlot).split(',');
    return covered.some((workload) => this.#stranded?.has(`${namespace}/${workload}`));
  }

  #ownersOnUnschedulableNodes(): ReadonlySet<string> {
    const { node, pod } = this.#tables;
    const owners = new Set<string>();
    let isAnyUnschedulable = false;
    eachOf(node, this.#cluster, (slot) => {
      isAnyUnschedulable ||= !node.state.isSchedulable.get(slot);
    });
    if (!isAnyUnschedulable) return owners;
    const { namespace, name, ownerKind, ownerName, phase } = pod.state;
    eachOf(pod, this.#cluster, (slot) => {
      const nodeSlot = pod.nodeSlot.get(slot);
      if (nodeSlot === NO_SLOT || node.state.isSchedulable.get(nodeSlot)) return;
      // A finished pod is no obstacle.
      if (phase.get(slot) === 'Succeeded' || phase.get(slot) === 'Failed') return;
      const owner = ownerKeyOf(namespace.get(slot), ownerKind.get(slot), ownerName.get(slot));
      owners.add(owner ?? `${namespace.get(slot)}/Pod/${name.get(slot)}`);
    });
    return owners;
  }
}
