import { nodeEvent, setCondition } from '../controllers/nodes.ts';
import type { Scenario } from './scenario.ts';

const TURN_MS = 25_000;

export const nodeFlap: Scenario = {
  title: 'A node goes back and forth between ready and not ready',
  target: 'node',
  usualSec: 300,
  weight: 1,
  start({ cluster, target }) {
    let isReady = true;
    function turn(): void {
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
      nodeEvent(cluster, node, reason, `Node ${target} status is now: ${reason}`, 'kubelet');
    }
    turn();
    const turns = cluster.timeline.every(TURN_MS, turn);
    return () => {
      turns.cancel();
      if (!isReady) turn();
    };
  },
};
