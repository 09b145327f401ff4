import {
  addNode,
  addTaint,
  cordon,
  isBoundToNode,
  recordStatus,
  removeNode,
  removeTaints,
  setCondition,
  startKubelet,
  stopKubelet,
  uncordon,
} from '../controllers/nodes.ts';
import { deletePod, evictPod } from '../controllers/pods.ts';
import type { NodeConditionType, NodeRecord } from '../kinds/object/records.ts';
import { keyOf } from '../world/collection.ts';
import type { NodeStrain } from '../world/faults.ts';
import { changeLoad, type Scenario, type ScenarioRun } from './scenario.ts';

const FLAP_MS = 25_000;
const BETWEEN_DRAINED_PODS_MS = 700;
const REPLACED_AFTER_MS = 30_000;
const NETWORK_TAINT = 'node.kubernetes.io/network-unavailable';

export const nodeScenarios = {
  'node-not-ready': {
    title: 'The kubelet of a node stops; after 40 s the node is not ready, 5 min later its pods are evicted',
    target: 'node',
    usualSec: 420,
    weight: 2,
    start({ cluster, target }) {
      stopKubelet(cluster, target);
      return () => startKubelet(cluster, target);
    },
  },
  'node-flap': {
    title: 'A node alternates between ready and not ready',
    target: 'node',
    usualSec: 300,
    weight: 1,
    start({ cluster, target }) {
      let isReady = true;
      function flip(): void {
        const node = cluster.store.nodes.get(target);
        if (!node) return;
        isReady = !isReady;
        const reason = isReady ? 'NodeReady' : 'NodeNotReady';
        setCondition(cluster, target, 'Ready', {
          status: isReady ? 'True' : 'False',
          reason: isReady ? 'KubeletReady' : 'KubeletNotReady',
          message: isReady
            ? 'kubelet is posting ready status'
            : 'PLEG is not healthy: pleg was last seen active 3m12.5s ago; threshold is 3m0s',
        });
        recordStatus(cluster, node, reason);
      }
      flip();
      const flips = cluster.timeline.every(FLAP_MS, flip);
      return () => {
        flips.cancel();
        if (!isReady) flip();
      };
    },
  },
  'memory-pressure': {
    title: 'A node runs short of memory and evicts pods',
    target: 'node',
    usualSec: 300,
    weight: 2,
    start: (run) =>
      startPressure(run, {
        condition: 'MemoryPressure',
        taint: 'memory-pressure',
        resource: 'memory',
        phrases: ['insufficient memory available', 'sufficient memory available'],
        reasons: ['HasInsufficientMemory', 'HasSufficientMemory'],
        evicts: 2,
        strain: ({ machine }) => ({
          memoryBytes: machine.memoryBytes * 0.6,
          processes: 20,
          diskFraction: undefined,
        }),
      }),
  },
  'disk-pressure': {
    title: 'The file system of a node is nearly full',
    target: 'node',
    usualSec: 300,
    weight: 2,
    start: (run) =>
      startPressure(run, {
        condition: 'DiskPressure',
        taint: 'disk-pressure',
        resource: 'ephemeral-storage',
        phrases: ['disk pressure', 'no disk pressure'],
        reasons: ['HasDiskPressure', 'HasNoDiskPressure'],
        evicts: 1,
        strain: () => ({ memoryBytes: 0, processes: 0, diskFraction: 0.93 }),
      }),
  },
  'pid-pressure': {
    title: 'A node runs out of process ids',
    target: 'node',
    usualSec: 300,
    weight: 1,
    start: (run) =>
      startPressure(run, {
        condition: 'PIDPressure',
        taint: 'pid-pressure',
        resource: 'pids',
        phrases: ['insufficient PID available', 'sufficient PID available'],
        reasons: ['HasInsufficientPID', 'HasSufficientPID'],
        evicts: 0,
        strain: () => ({ memoryBytes: 0, processes: 4_100_000, diskFraction: undefined }),
      }),
  },
  'network-unavailable': {
    title: 'A node loses its network route; its pods have network errors',
    target: 'node',
    usualSec: 240,
    weight: 1,
    start({ cluster, target }) {
      const pods = cluster.indexes.podsOn(target);
      setCondition(cluster, target, 'NetworkUnavailable', {
        status: 'True',
        reason: 'NoRouteCreated',
        message: 'RouteController failed to create a route',
      });
      addTaint(cluster, target, { key: NETWORK_TAINT, effect: 'NoSchedule' });
      const restoreLoad = changeLoad(
        cluster,
        pods.map(({ id }) => [id, 0]),
        { networkFactor: 0.1, networkErrorsPerSec: 4 },
      );
      return () => {
        setCondition(cluster, target, 'NetworkUnavailable', {
          status: 'False',
          reason: 'RouteCreated',
          message: 'RouteController created a route',
        });
        removeTaints(cluster, target, NETWORK_TAINT);
        restoreLoad();
      };
    },
  },
  cordon: {
    title: 'A node is cordoned: it accepts no new pods',
    target: 'node',
    usualSec: 600,
    weight: 2,
    start({ cluster, target }) {
      cordon(cluster, target);
      return () => uncordon(cluster, target);
    },
  },
  drain: {
    title: 'A node is drained: cordoned, then its pods are deleted one by one',
    target: 'node',
    usualSec: 600,
    weight: 2,
    start({ cluster, target }) {
      cordon(cluster, target);
      let isOver = false;
      const pods = cluster.indexes.podsOn(target).filter((pod) => !isBoundToNode(pod));
      for (const [order, pod] of pods.entries()) {
        cluster.timeline.after(order * BETWEEN_DRAINED_PODS_MS, () => {
          if (!isOver) deletePod(cluster, keyOf(pod));
        });
      }
      return () => {
        isOver = true;
        uncordon(cluster, target);
      };
    },
  },
  'replace-node': {
    title: 'A node is removed, and another machine joins under the same name',
    target: 'node',
    usualSec: 180,
    weight: 1,
    start(run) {
      const { cluster, target } = run;
      const { machine } = nodeAt(run);
      removeNode(cluster, target);
      const join = () => {
        if (!cluster.store.nodes.get(target)) addNode(cluster, target, machine);
      };
      const planned = cluster.timeline.after(REPLACED_AFTER_MS, join);
      return () => {
        planned.cancel();
        join();
      };
    },
  },
  'kubelet-500': {
    title: 'A kubelet answers 500 to requests for statistics',
    target: 'node',
    usualSec: 600,
    weight: 2,
    start({ cluster, target }) {
      cluster.faults.brokenStatistics.add(target);
      return () => cluster.faults.brokenStatistics.delete(target);
    },
  },
} satisfies Record<string, Scenario>;

function nodeAt({ cluster, target }: ScenarioRun): NodeRecord {
  const node = cluster.store.nodes.get(target);
  if (!node) throw new Error(`no node ${target}`);
  return node;
}

interface Pressure {
  readonly condition: Extract<NodeConditionType, 'MemoryPressure' | 'DiskPressure' | 'PIDPressure'>;
  readonly taint: string;
  readonly resource: string;
  readonly phrases: readonly [under: string, over: string];
  readonly reasons: readonly [under: string, over: string];
  readonly evicts: number;
  strain(node: NodeRecord): NodeStrain;
}

/** A kubelet under pressure sets the condition, accepts no more pods and evicts some. */
function startPressure(run: ScenarioRun, pressure: Pressure): () => void {
  const { cluster, target } = run;
  const { resource, evicts } = pressure;
  const node = nodeAt(run);
  const taint = `node.kubernetes.io/${pressure.taint}`;
  const report = (isUnder: boolean) => {
    const reason = pressure.reasons[isUnder ? 0 : 1];
    setCondition(cluster, target, pressure.condition, {
      status: isUnder ? 'True' : 'False',
      reason: `Kubelet${reason}`,
      message: `kubelet has ${pressure.phrases[isUnder ? 0 : 1]}`,
    });
    recordStatus(cluster, node, `Node${reason}`);
  };
  cluster.faults.strainedNodes.set(target, pressure.strain(node));
  report(true);
  addTaint(cluster, target, { key: taint, effect: 'NoSchedule' });
  const message = `Attempting to reclaim ${resource}`;
  cluster.events.record('Node', node, { type: 'Warning', reason: 'EvictionThresholdMet', message });
  const evicted = cluster.indexes
    .podsOn(target)
    .filter(({ owner }) => owner?.kind === 'ReplicaSet')
    .slice(0, evicts)
    .map(keyOf);
  for (const key of evicted) evictPod(cluster, key, `The node was low on resource: ${resource}. `);
  return () => {
    cluster.faults.strainedNodes.delete(target);
    report(false);
    removeTaints(cluster, target, taint);
    for (const key of evicted) deletePod(cluster, key);
  };
}
