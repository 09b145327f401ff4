import { digestOf, uidOf } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import type { JsonObject, View } from './object/kind.ts';
import { metadataOf } from './object/metadata.ts';
import type { NodeRecord, Taint } from './object/records.ts';
import { cpuText, timeText } from './object/text.ts';
import { imageIdOf } from './pod/container-id.ts';

export function allocatableOf(node: NodeRecord): { milliCpu: number; bytes: number; pods: number } {
  const { machine } = node;
  return {
    milliCpu: machine.milliCpu - machine.reservedMilliCpu,
    bytes: machine.memoryBytes - machine.reservedBytes,
    pods: machine.maxPods,
  };
}

function kibText(bytes: number): string {
  return `${Math.floor(bytes / 1024)}Ki`;
}

export function buildNode(node: NodeRecord, view: View): JsonObject {
  const { machine } = node;
  const allocatable = allocatableOf(node);
  const machineSeed = hashText(view.seed, node.name);
  return {
    metadata: metadataOf(node, { labels: machine.labels, annotations: machine.annotations }, view),
    spec: {
      podCIDR: machine.podCidr === '' ? undefined : machine.podCidr,
      podCIDRs: machine.podCidr === '' ? undefined : [machine.podCidr],
      providerID: machine.providerId,
      unschedulable: node.isUnschedulable || undefined,
      taints: node.taints.length > 0 ? node.taints.map(taintOf) : undefined,
    },
    status: {
      capacity: {
        cpu: cpuText(machine.milliCpu),
        'ephemeral-storage': kibText(machine.diskBytes),
        'hugepages-1Gi': '0',
        'hugepages-2Mi': '0',
        memory: kibText(machine.memoryBytes),
        pods: String(machine.maxPods),
      },
      allocatable: {
        cpu: cpuText(allocatable.milliCpu),
        'ephemeral-storage': String(Math.floor(machine.diskBytes * 0.9)),
        'hugepages-1Gi': '0',
        'hugepages-2Mi': '0',
        memory: kibText(allocatable.bytes),
        pods: String(allocatable.pods),
      },
      conditions: node.conditions.map((condition) => ({
        type: condition.type,
        status: condition.status,
        lastHeartbeatTime: timeText(condition.heartbeatSec),
        lastTransitionTime: timeText(condition.sinceSec),
        reason: condition.reason,
        message: condition.message,
      })),
      addresses: addressesOf(node),
      daemonEndpoints: { kubeletEndpoint: { Port: node.kubeletPort } },
      nodeInfo: {
        machineID: digestOf(machineSeed, 1).slice(0, 32),
        systemUUID: uidOf(machineSeed, 2),
        bootID: uidOf(machineSeed, node.id),
        kernelVersion: machine.kernel,
        osImage: machine.osImage,
        containerRuntimeVersion: machine.runtime,
        kubeletVersion: machine.kubeletVersion,
        kubeProxyVersion: machine.kubeletVersion,
        operatingSystem: 'linux',
        architecture: machine.architecture,
      },
      images: node.images.map((image) => ({
        names: [imageIdOf(image), image],
        sizeBytes: 5_000_000 + (hashText(7, image) % 400_000_000),
      })),
    },
  };
}

function addressesOf(node: NodeRecord): JsonObject[] {
  const { machine } = node;
  return [
    { type: 'InternalIP', address: machine.internalIp },
    ...(machine.externalIp ? [{ type: 'ExternalIP', address: machine.externalIp }] : []),
    { type: 'Hostname', address: machine.hostname },
  ];
}

function taintOf(taint: Taint): JsonObject {
  return {
    key: taint.key,
    value: taint.value,
    effect: taint.effect,
    timeAdded: taint.addedSec === undefined ? undefined : timeText(taint.addedSec),
  };
}

export function isNodeReady(node: NodeRecord): boolean {
  return node.conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');
}
