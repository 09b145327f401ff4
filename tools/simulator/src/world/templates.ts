import { templateHash } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import type { SystemWorkload } from '../flavours/flavour.ts';
import type { ContainerTemplate, EnvValue, PodTemplate } from '../kinds/object/records.ts';
import { type AppPlan, type JobPlan, SIDECARS } from './catalogue.ts';
import type { Cluster } from './cluster.ts';

const MIB = 1024 * 1024;

function containerOf(
  name: string,
  image: string,
  milliCpu: readonly [number, number],
  mib: readonly [number, number],
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
  };
}

function templateOf(
  cluster: Cluster,
  namespace: string,
  name: string,
  fields: Pick<PodTemplate, 'labels' | 'containers'> & Partial<PodTemplate>,
): PodTemplate {
  return {
    id: cluster.nextId(),
    hash: templateHash(hashText(cluster.seed, `${namespace}/${name}`), 1),
    isHostNetwork: false,
    toleratesTaints: false,
    workSec: 0,
    ...fields,
  };
}

export function appTemplate(cluster: Cluster, namespace: string, app: AppPlan): PodTemplate {
  const tag = `${1 + (hashText(cluster.seed, app.name) % 6)}.${hashText(cluster.seed, namespace) % 20}.0`;
  const main = containerOf(app.name, `${app.image}:${tag}`, app.milliCpu, app.mib);
  const sidecars = app.sidecars.map((name) => {
    const [image, milliCpu, mib] = SIDECARS[name];
    return containerOf(name, image, milliCpu, mib);
  });
  return templateOf(cluster, namespace, app.name, {
    labels: { app: app.name, 'app.kubernetes.io/part-of': namespace },
    containers: [{ ...main, env: variables(namespace, app.name) }, ...sidecars],
  });
}

/** Variables of an application. The agent masks their values, also the password in an address, and keeps the reference. */
function variables(namespace: string, name: string): Readonly<Record<string, EnvValue>> {
  const password = hashText(0, `${namespace}/${name}`).toString(16);
  return {
    LOG_LEVEL: 'info',
    DATABASE_URL: `postgres://${name}:${password}@postgresql.${namespace}.svc:5432/${name}`,
    SESSION_SECRET: { secret: `${name}-secrets`, key: 'session' },
  };
}

export function systemTemplate(cluster: Cluster, workload: SystemWorkload): PodTemplate {
  return templateOf(cluster, 'kube-system', workload.name, {
    labels: workload.labels,
    containers: workload.containers.map(([name, image], index) =>
      containerOf(name, image, index === 0 ? [50, -1] : [10, 100], index === 0 ? [64, 512] : [20, 100]),
    ),
    isHostNetwork: workload.isHostNetwork ?? false,
    toleratesTaints: workload.kind === 'DaemonSet',
  });
}

export function staticTemplate(cluster: Cluster, name: string, image: string): PodTemplate {
  return templateOf(cluster, 'kube-system', name, {
    labels: { component: name, tier: 'control-plane' },
    containers: [containerOf(name, image, [name === 'kube-apiserver' ? 250 : 100, -1], [100, -1])],
    isHostNetwork: true,
  });
}

export function jobTemplate(cluster: Cluster, namespace: string, job: JobPlan): PodTemplate {
  return templateOf(cluster, namespace, job.name, {
    labels: { app: job.name },
    containers: [
      { ...containerOf(job.name, job.image, [100, 500], [128, 512]), env: variables(namespace, job.name) },
    ],
    workSec: job.workSec,
  });
}

/** The next revision of a template: one container changes, if nothing else is given the first. Other variables stay. */
export function withChange(
  cluster: Cluster,
  template: PodTemplate,
  change: Partial<Omit<ContainerTemplate, 'name'>>,
  containerIndex = 0,
): PodTemplate {
  const before = template.containers[containerIndex];
  if (!before) return template;
  return {
    ...template,
    id: cluster.nextId(),
    hash: templateHash(hashText(cluster.seed, `${template.hash} ${JSON.stringify(change)}`), 2),
    containers: template.containers.with(containerIndex, {
      ...before,
      ...change,
      ...(change.env && { env: { ...before.env, ...change.env } }),
    }),
  };
}
