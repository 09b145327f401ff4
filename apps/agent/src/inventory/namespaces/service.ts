import {
  type Endpoint,
  type Endpoints,
  MAX_ENDPOINTS,
  MAX_SERVICE_PORTS,
  type ServiceRecord,
} from '@gwanje/kinds/service/record';
import { z } from 'zod';
import { Metadata, OptionalBoolean, OptionalNumber, OptionalText, TextMap } from '../raw.ts';
import { labelsOf, shortText, shortTextOrNull } from '../shared.ts';
import { JoinedObjects } from './joined-objects.ts';

const MAX_ADDRESSES = 20;
const SERVICE_LABEL = 'kubernetes.io/service-name';

const Namespaced = Metadata.extend({ namespace: z.string() });

const RawService = z.object({
  metadata: Namespaced,
  spec: z.object({
    type: OptionalText,
    clusterIP: OptionalText,
    externalName: OptionalText,
    externalIPs: z.array(z.string()).nullish(),
    selector: TextMap,
    ports: z
      .array(
        z.object({
          name: OptionalText,
          port: z.number(),
          targetPort: z.union([z.number(), z.string()]).nullish(),
          nodePort: OptionalNumber,
          protocol: OptionalText,
        }),
      )
      .nullish(),
  }),
  status: z
    .object({
      loadBalancer: z
        .object({ ingress: z.array(z.object({ ip: OptionalText, hostname: OptionalText })).nullish() })
        .nullish(),
    })
    .nullish(),
});

/** The record without its endpoints, which `endpointSlices` adds. */
export function normaliseService(object: unknown): ServiceRecord {
  const { metadata, spec, status } = RawService.parse(object);
  const balanced = status?.loadBalancer?.ingress ?? [];
  const addresses = [
    ...balanced.flatMap(({ ip, hostname }) => ip || hostname || []),
    ...(spec.externalIPs ?? []),
  ];
  return {
    kind: 'service',
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    labels: labelsOf(metadata.labels),
    type: shortText(spec.type ?? 'ClusterIP'),
    clusterIp: spec.clusterIP === 'None' ? null : shortTextOrNull(spec.clusterIP),
    externalName: shortTextOrNull(spec.externalName),
    externalAddresses: addresses.slice(0, MAX_ADDRESSES).map(shortText),
    ports: (spec.ports ?? []).slice(0, MAX_SERVICE_PORTS).map((port) => ({
      name: shortTextOrNull(port.name),
      port: port.port,
      targetPort: shortTextOrNull(port.targetPort?.toString()),
      nodePort: port.nodePort || null,
      protocol: shortText(port.protocol ?? 'TCP'),
    })),
    selector: labelsOf(spec.selector),
    endpoints: null,
  };
}

const RawSlice = z.object({
  metadata: Namespaced,
  endpoints: z
    .array(
      z.object({
        addresses: z.array(z.string()),
        conditions: z.object({ ready: OptionalBoolean, terminating: OptionalBoolean }).nullish(),
        nodeName: OptionalText,
        targetRef: z.object({ kind: OptionalText, name: OptionalText }).nullish(),
      }),
    )
    .nullish(),
});

function endpointsOf({ endpoints }: z.output<typeof RawSlice>): Endpoint[] {
  return (endpoints ?? []).flatMap(({ addresses, conditions, nodeName, targetRef }) => {
    const [address] = addresses;
    if (address === undefined || conditions?.terminating === true) return [];
    return {
      address: shortText(address),
      podName: targetRef?.kind === 'Pod' ? shortTextOrNull(targetRef.name) : null,
      nodeName: shortTextOrNull(nodeName),
      // Kubernetes: an unknown condition is to be read as ready.
      isReady: conditions?.ready !== false,
    };
  });
}

/** A pod may be in several slices: one for each address family and set of ports. */
function mergeEndpoints(slices: readonly (readonly Endpoint[])[]): Endpoints {
  const merged = new Map<string, Endpoint>();
  for (const endpoint of slices.flat()) {
    const key = endpoint.podName ?? endpoint.address;
    const known = merged.get(key);
    if (!known || (endpoint.isReady && !known.isReady)) merged.set(key, endpoint);
  }
  const all = [...merged.values()];
  const list = all.toSorted(
    (a, b) =>
      Number(a.isReady) - Number(b.isReady) || (a.address < b.address ? -1 : Number(a.address > b.address)),
  );
  const readyCnt = all.filter(({ isReady }) => isReady).length;
  return { readyCnt, totalCnt: all.length, list: list.slice(0, MAX_ENDPOINTS) };
}

/** Adds EndpointSlices to the records of their services. */
export function endpointSlices(): JoinedObjects<ServiceRecord, Endpoint[]> {
  return new JoinedObjects({
    keyOf: ({ namespace, name }) => `${namespace}/${name}`,
    read: (object) => {
      const slice = RawSlice.parse(object);
      const service = slice.metadata.labels?.[SERVICE_LABEL];
      return {
        key: service === undefined ? null : `${slice.metadata.namespace}/${service}`,
        part: endpointsOf(slice),
      };
    },
    join: (service, slices) => ({ ...service, endpoints: slices && mergeEndpoints(slices) }),
  });
}
