import { uidOf } from '../core/identifiers.ts';
import { type JsonObject, metadataOf } from './object/kind.ts';
import type { EndpointSliceRecord, IngressRecord, ServiceRecord } from './object/records.ts';

export function buildService(service: ServiceRecord, seed: number): JsonObject {
  const { ports, selector, type, clusterIp, externalIp } = service;
  return {
    metadata: metadataOf(service, seed, { labels: selector }),
    spec: {
      ports: ports.map(({ name, port, targetPort, nodePort }) => ({
        name,
        protocol: 'TCP',
        port,
        targetPort,
        nodePort,
      })),
      selector: { ...selector },
      clusterIP: clusterIp === '' ? 'None' : clusterIp,
      type,
    },
    status: { loadBalancer: externalIp === '' ? {} : { ingress: [{ ip: externalIp }] } },
  };
}

export function buildEndpointSlice(slice: EndpointSliceRecord, seed: number): JsonObject {
  const { service, ports, endpoints, namespace } = slice;
  return {
    metadata: metadataOf(slice, seed, { labels: { 'kubernetes.io/service-name': service } }),
    addressType: 'IPv4',
    endpoints: endpoints.map(({ address, podName, podId, nodeName, isReady, isTerminating }) => ({
      addresses: [address],
      conditions: { ready: isReady, serving: isReady, terminating: isTerminating },
      nodeName,
      targetRef: { kind: 'Pod', namespace, name: podName, uid: uidOf(seed, podId) },
    })),
    ports: ports.map(({ name, targetPort }) => ({ name, protocol: 'TCP', port: targetPort })),
  };
}

export function buildIngress(ingress: IngressRecord, seed: number): JsonObject {
  const { className, host, address, hasTls, paths } = ingress;
  return {
    metadata: metadataOf(ingress, seed),
    spec: {
      ingressClassName: className,
      tls: hasTls ? [{ hosts: [host] }] : undefined,
      rules: [
        {
          host,
          http: {
            paths: paths.map(({ path, service, port }) => ({
              path,
              pathType: 'Prefix',
              backend: { service: { name: service, port: { number: port } } },
            })),
          },
        },
      ],
    },
    status: { loadBalancer: { ingress: [{ ip: address }] } },
  };
}
