import { templateHash } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import type { SystemWorkload } from '../flavours/flavour.ts';
import type { ContainerTemplate, PodTemplate } from '../kinds/object/records.ts';
import { type AppPlan, type JobPlan, SIDECARS } from './catalogue.ts';
import type { Cluster } from './cluster.ts';

const MIB = 1024 * 1024;

function containerOf(
  name: string,
  image: string,
  milliCpu: readonly [number, number],
  mib: readonly [number, number],
  port?: number,
): ContainerTemplate {
  return {
    name,
    image,
    resources: {
      requestMilliCpu: milliCpu[0],
      limitMilliCpu: milliCpu[1],
      requestBytes: mib[0] < 0 ? -1 : mib[0] * MIB,
      limitBytes: mib[1] < 0 ? -1 : mib[1] * MIB,
    },
    ...(port === undefined ? {} : { ports: [port] }),
  };
}

const PLAIN = {
  serviceAccount: 'default',
  restartPolicy: 'Always',
  isHostNetwork: false,
  nodeSelector: undefined,
  tolerations: [],
  priorityClass: undefined,
  configMap: undefined,
  workSec: 0,
} as const;

function identity(cluster: Cluster, namespace: string, name: string): Pick<PodTemplate, 'id' | 'hash'> {
  return {
    id: cluster.nextId(),
    hash: templateHash(hashText(cluster.seed, `${namespace}/${name}`), 1),
  };
}

export function appTemplate(cluster: Cluster, namespace: string, app: AppPlan): PodTemplate {
  const tag = `${1 + (hashText(cluster.seed, app.name) % 6)}.${hashText(cluster.seed, namespace) % 20}.0`;
  const main = containerOf(app.name, `${app.image}:${tag}`, app.milliCpu, app.mib, app.port);
  const sidecars = app.sidecars.map((name) => {
    const sidecar = SIDECARS[name];
    if (!sidecar) throw new Error(`unknown sidecar ${name}`);
    return containerOf(name, ...sidecar);
  });
  return {
    ...PLAIN,
    ...identity(cluster, namespace, app.name),
    labels: { app: app.name, 'app.kubernetes.io/part-of': namespace },
    containers: [main, ...sidecars],
    serviceAccount: app.kind === 'StatefulSet' ? app.name : 'default',
    configMap: app.kind === 'StatefulSet' ? `${app.name}-config` : undefined,
  };
}

export function systemTemplate(cluster: Cluster, workload: SystemWorkload): PodTemplate {
  return {
    ...PLAIN,
    ...identity(cluster, 'kube-system', workload.name),
    labels: workload.labels,
    containers: workload.containers.map(([name, image], index) =>
      containerOf(name, image, index === 0 ? [50, -1] : [10, 100], index === 0 ? [64, 512] : [20, 100]),
    ),
    serviceAccount: workload.name,
    isHostNetwork: workload.isHostNetwork ?? false,
    // Platform daemons run on every machine, with any taints.
    tolerations: workload.kind === 'DaemonSet' ? [{ operator: 'Exists' }] : [],
    priorityClass: workload.kind === 'DaemonSet' ? 'system-node-critical' : 'system-cluster-critical',
  };
}

export function staticTemplate(cluster: Cluster, name: string, image: string): PodTemplate {
  return {
    ...PLAIN,
    ...identity(cluster, 'kube-system', name),
    labels: { component: name, tier: 'control-plane' },
    containers: [containerOf(name, image, [name === 'kube-apiserver' ? 250 : 100, -1], [100, -1])],
    isHostNetwork: true,
    priorityClass: 'system-node-critical',
  };
}

export function jobTemplate(cluster: Cluster, namespace: string, job: JobPlan): PodTemplate {
  return {
    ...PLAIN,
    ...identity(cluster, namespace, job.name),
    labels: { app: job.name },
    containers: [containerOf(job.name, job.image, [100, 500], [128, 512])],
    restartPolicy: 'OnFailure',
    workSec: job.workSec,
  };
}

/** The next revision of a template: a new image for its first container. */
export function withImage(cluster: Cluster, template: PodTemplate, image: string): PodTemplate {
  const [first, ...rest] = template.containers;
  if (!first) return template;
  return {
    ...template,
    id: cluster.nextId(),
    hash: templateHash(hashText(cluster.seed, `${template.hash} ${image}`), 2),
    containers: [{ ...first, image }, ...rest],
  };
}

export function withRequest(cluster: Cluster, template: PodTemplate, milliCpu: number): PodTemplate {
  const [first, ...rest] = template.containers;
  if (!first) return template;
  const resources = { ...first.resources, requestMilliCpu: milliCpu, limitMilliCpu: milliCpu };
  return {
    ...template,
    id: cluster.nextId(),
    hash: templateHash(hashText(cluster.seed, `${template.hash} ${milliCpu}`), 3),
    containers: [{ ...first, resources }, ...rest],
  };
}
