import { quantityOrUnset } from '@gwanje/kinds/definition/quantity';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import { isVirtualKubelet } from '@gwanje/kinds/node/virtual-node';
import { z } from 'zod';
import { Metadata, OptionalBoolean, OptionalText, Quantities, RawConditions } from './raw.ts';
import { conditionsOf, labelsOf, resourcesOf, shortText, shortTextOrNull } from './shared.ts';

const RawNode = z.object({
  metadata: Metadata,
  spec: z
    .object({
      providerID: OptionalText,
      unschedulable: OptionalBoolean,
      taints: z.array(z.object({ key: z.string(), value: OptionalText, effect: z.string() })).nullish(),
    })
    .nullish(),
  status: z
    .object({
      capacity: Quantities,
      allocatable: Quantities,
      conditions: RawConditions,
      addresses: z.array(z.object({ type: z.string(), address: z.string() })).nullish(),
      nodeInfo: z
        .object({
          kubeletVersion: OptionalText,
          osImage: OptionalText,
          kernelVersion: OptionalText,
          containerRuntimeVersion: OptionalText,
          architecture: OptionalText,
        })
        .nullish(),
    })
    .nullish(),
});

export function normaliseNode(object: unknown): NodeRecord {
  const { metadata, spec, status } = RawNode.parse(object);
  const info = status?.nodeInfo;
  return {
    kind: 'node',
    uid: metadata.uid,
    name: metadata.name,
    createdAt: metadata.creationTimestamp,
    labels: labelsOf(metadata.labels),
    providerId: spec?.providerID?.slice(0, 1024) || null,
    isUnschedulable: spec?.unschedulable === true,
    taints: (spec?.taints ?? []).slice(0, 100).map(({ key, value, effect }) => ({
      key: shortText(key),
      value: shortTextOrNull(value),
      effect: shortText(effect),
    })),
    capacity: { ...resourcesOf(status?.capacity), pods: quantityOrUnset(status?.capacity?.pods) },
    allocatable: { ...resourcesOf(status?.allocatable), pods: quantityOrUnset(status?.allocatable?.pods) },
    conditions: conditionsOf(status?.conditions),
    kubeletVersion: shortText(info?.kubeletVersion),
    osImage: shortText(info?.osImage),
    kernelVersion: shortText(info?.kernelVersion),
    containerRuntime: shortText(info?.containerRuntimeVersion),
    architecture: shortText(info?.architecture),
    internalIp: shortTextOrNull(status?.addresses?.find(({ type }) => type === 'InternalIP')?.address),
  };
}

/**
 * A virtual node runs its pods elsewhere and takes no daemon set, so no agent runs on it to read its kubelet.
 */
export function isVirtualNode(node: NodeRecord): boolean {
  return (
    isVirtualKubelet(node) ||
    node.labels['eks.amazonaws.com/compute-type'] === 'fargate' ||
    node.taints.some(({ key }) => key === 'eks.amazonaws.com/compute-type')
  );
}
