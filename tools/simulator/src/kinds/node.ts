import { type JsonObject, metadataOf } from './object/kind.ts';
import type { NodeRecord } from './object/records.ts';
import { cpuText, timeText } from './object/text.ts';

export function allocatableOf({ machine }: NodeRecord): { milliCpu: number; bytes: number; pods: number } {
  return {
    milliCpu: machine.milliCpu - machine.reservedMilliCpu,
    bytes: machine.memoryBytes - machine.reservedBytes,
    pods: machine.maxPods,
  };
}

export function isNodeReady(node: NodeRecord): boolean {
  return node.conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');
}

export function buildNode(node: NodeRecord, seed: number): JsonObject {
  const { machine } = node;
  const allocatable = allocatableOf(node);
  return {
    metadata: metadataOf(node, seed, { labels: machine.labels }),
    spec: {
      providerID: machine.providerId,
      unschedulable: node.isUnschedulable || undefined,
      taints: node.taints.length > 0 ? node.taints.map((taint) => ({ ...taint })) : undefined,
    },
    status: {
      capacity: resources(machine.milliCpu, machine.memoryBytes, machine.maxPods, machine.diskBytes),
      allocatable: resources(
        allocatable.milliCpu,
        allocatable.bytes,
        allocatable.pods,
        machine.diskBytes * 0.9,
      ),
      conditions: node.conditions.map((condition) => ({
        type: condition.type,
        status: condition.status,
        lastHeartbeatTime: timeText(condition.heartbeatSec),
        lastTransitionTime: timeText(condition.sinceSec),
        reason: condition.reason,
        message: condition.message,
      })),
      addresses: [{ type: 'InternalIP', address: machine.internalIp }],
      nodeInfo: {
        kernelVersion: machine.kernel,
        osImage: machine.osImage,
        containerRuntimeVersion: machine.runtime,
        kubeletVersion: machine.kubeletVersion,
        architecture: 'amd64',
      },
    },
  };
}

function resources(milliCpu: number, memoryBytes: number, pods: number, diskBytes: number): JsonObject {
  return {
    cpu: cpuText(milliCpu),
    'ephemeral-storage': kibText(diskBytes),
    memory: kibText(memoryBytes),
    pods: String(pods),
  };
}

function kibText(bytes: number): string {
  return `${Math.floor(bytes / 1024)}Ki`;
}
