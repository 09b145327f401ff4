import { z } from 'zod';
import { Labels, Name, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const MAX_SERVICE_PORTS = 100;
/** Further endpoints count, but are not listed. */
export const MAX_ENDPOINTS = 100;
const MAX_ADDRESSES = 20;

const Port = z.int().min(0).max(65_535);

export const ServicePort = z.object({
  name: ShortText.nullable(),
  port: Port,
  /** A number, or the name of a container's port. */
  targetPort: ShortText.nullable(),
  nodePort: Port.nullable(),
  protocol: ShortText,
});
export type ServicePort = z.infer<typeof ServicePort>;

export const Endpoint = z.object({
  address: ShortText,
  podName: Name.nullable(),
  nodeName: Name.nullable(),
  isReady: z.boolean(),
});
export type Endpoint = z.infer<typeof Endpoint>;

/** The pods behind a service that are not ending, from its EndpointSlices. */
export const Endpoints = z.object({
  readyCnt: z.int().min(0),
  totalCnt: z.int().min(0),
  /** Endpoints that are not ready come first. */
  list: z.array(Endpoint).max(MAX_ENDPOINTS),
});
export type Endpoints = z.infer<typeof Endpoints>;

export const ServiceRecord = z.object({
  kind: z.literal('service'),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  labels: Labels,
  /** `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName`. */
  type: ShortText,
  /** Null for a headless service. */
  clusterIp: ShortText.nullable(),
  externalName: ShortText.nullable(),
  /** Addresses of its load balancer, and its external addresses. */
  externalAddresses: z.array(ShortText).max(MAX_ADDRESSES),
  ports: z.array(ServicePort).max(MAX_SERVICE_PORTS),
  selector: Labels,
  /** Null when the agent cannot read EndpointSlices. */
  endpoints: Endpoints.nullable(),
});
export type ServiceRecord = z.infer<typeof ServiceRecord>;
