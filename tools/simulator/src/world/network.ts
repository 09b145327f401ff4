import { hashText } from '../core/random.ts';
import type { PodRecord, ServicePortRecord, SliceEndpoint, WorkloadRef } from '../kinds/object/records.ts';
import type { Cluster } from './cluster.ts';
import { workloadsIn } from './policies.ts';
import type { Seeder } from './seeder.ts';

const HTTP: ServicePortRecord = { name: 'http', port: 80, targetPort: 8080 };
const INGRESS_NAMESPACE = 'ingress-nginx';
const INGRESS_ADDRESS = '20.41.8.15';
const MAX_PATHS = 3;

/** A service for each workload of a namespace, with its endpoints; and an ingress to the first deployments. */
export function seedNetwork(cluster: Cluster, seeder: Seeder, namespace: string): void {
  const { store, seed } = cluster;
  const past = () => ({ ...cluster.creationFields(), createdSec: seeder.past(200), namespace });
  const isIngressController = namespace === INGRESS_NAMESPACE;
  for (const { kind, workload } of workloadsIn(cluster, namespace)) {
    const hash = hashText(seed, `${namespace}/${workload.name} address`);
    const clusterIp = `10.0.${hash % 250}.${1 + ((hash >>> 8) % 250)}`;
    const ports = isIngressController
      ? [
          { ...HTTP, nodePort: 30_080 },
          { name: 'https', port: 443, targetPort: 8443, nodePort: 30_443 },
        ]
      : [HTTP];
    const service = store.services.add({
      ...past(),
      name: workload.name,
      target: { kind, name: workload.name },
      type: isIngressController ? 'LoadBalancer' : 'ClusterIP',
      // A stateful set has a headless service.
      clusterIp: kind === 'StatefulSet' ? '' : clusterIp,
      externalIp: isIngressController ? INGRESS_ADDRESS : '',
      selector: workload.template.labels,
      ports,
    });
    store.endpointslices.add({
      ...past(),
      name: sliceName(workload.name),
      service: service.name,
      ports,
      endpoints: endpointsOf(cluster, namespace, service.target),
    });
  }
  const deployments = workloadsIn(cluster, namespace).filter(({ kind }) => kind === 'Deployment');
  if (isIngressController || deployments.length === 0) return;
  store.ingresses.add({
    ...past(),
    name: namespace,
    className: 'nginx',
    host: `${namespace}.${cluster.name}.example`,
    address: INGRESS_ADDRESS,
    hasTls: true,
    paths: deployments.slice(0, MAX_PATHS).map(({ workload: { name } }, index) => ({
      path: index === 0 ? '/' : `/${name}`,
      service: name,
      port: HTTP.port,
    })),
  });
}

function sliceName(service: string): string {
  return `${service}-slice`;
}

/** The endpoints of the services of a workload follow its pods. */
export function reconcileEndpoints(cluster: Cluster, namespace: string, target: WorkloadRef): void {
  const { store } = cluster;
  if (store.services.get(`${namespace}/${target.name}`)?.target.kind !== target.kind) return;
  const endpoints = endpointsOf(cluster, namespace, target);
  store.endpointslices.updateIfChanged(`${namespace}/${sliceName(target.name)}`, { endpoints });
}

function endpointsOf(cluster: Cluster, namespace: string, target: WorkloadRef): SliceEndpoint[] {
  return podsOf(cluster, namespace, target)
    .filter(({ podIp, phase }) => podIp !== '' && phase === 'Running')
    .map((pod) => ({
      address: pod.podIp,
      podName: pod.name,
      podId: pod.id,
      nodeName: pod.nodeName,
      isReady: pod.isReady && pod.deletedSec === undefined,
      isTerminating: pod.deletedSec !== undefined,
    }))
    .sort((a, b) => (a.podName < b.podName ? -1 : 1));
}

function podsOf({ store, indexes }: Cluster, namespace: string, { kind, name }: WorkloadRef): PodRecord[] {
  const key = `${namespace}/${name}`;
  if (kind === 'StatefulSet') return indexes.podsOf(store.statefulsets.get(key)?.id ?? 0);
  const deployment = store.deployments.get(key);
  return deployment ? indexes.replicaSetsOf(deployment.id).flatMap(({ id }) => indexes.podsOf(id)) : [];
}
