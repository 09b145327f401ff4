import { exposeToFault } from '../controllers/containers.ts';
import type { ContainerTemplate, PodTemplate, WorkloadRecord } from '../kinds/object/records.ts';
import { type LoadProfile, loadProfile } from '../metrics/container-load.ts';
import type { Cluster } from '../world/cluster.ts';
import { withChange } from '../world/templates.ts';
import { changeLoad, type LoadFactors, type Scenario, type ScenarioRun } from './scenario.ts';

const OOM_AFTER_SEC = 45;
const MIB = 1024 * 1024;
const NO_RESOURCES = { requestMilliCpu: -1, limitMilliCpu: -1, requestBytes: -1, limitBytes: -1 };
/** More than any simulated node has. */
const TOO_MUCH_MILLI_CPU = 512_000;

export const deploymentScenarios = {
  rollout: {
    title: 'A deployment gets a new image and rolls over to it',
    target: 'deployment',
    usualSec: 120,
    weight: 8,
    start({ cluster, target }) {
      const { template } = deploymentAt(cluster, target);
      const image = nextImage(template.containers[0]?.image ?? '');
      changeDeployment(cluster, target, { template: withChange(cluster, template, { image }) });
      // The new image stays when the scenario ends.
      return () => {};
    },
  },
  'scale-up': {
    title: 'A deployment is scaled up by half, at least by two replicas',
    target: 'deployment',
    usualSec: 600,
    weight: 6,
    start: (run) => scale(run, (replicas) => replicas + Math.max(2, Math.ceil(replicas / 2))),
  },
  'scale-down': {
    title: 'A deployment is scaled down to half of its replicas',
    target: 'deployment',
    usualSec: 600,
    weight: 6,
    start: (run) => scale(run, (replicas) => Math.max(1, Math.floor(replicas / 2))),
  },
  'crash-loop': {
    title: 'The first container of each pod of a deployment crashes soon after every start',
    target: 'deployment',
    usualSec: 600,
    weight: 3,
    start({ cluster, target }) {
      const { id } = deploymentAt(cluster, target).template;
      cluster.faults.crashes.set(id, { containerIndex: 0, afterSec: 4, exitCode: 1, reason: 'Error' });
      exposeToFault(cluster, id);
      return () => cluster.faults.crashes.delete(id);
    },
  },
  'oom-kill': {
    title: 'The first container of each pod of a deployment leaks memory until the kernel kills it',
    target: 'deployment',
    usualSec: 900,
    weight: 3,
    start(run) {
      const { cluster, target } = run;
      const { id } = deploymentAt(cluster, target).template;
      const stopLeak = changeDeploymentLoad(run, (_profile, { resources: { limitBytes } }) => ({
        leakBytesPerSec: (limitBytes > 0 ? limitBytes : 512 * MIB) / OOM_AFTER_SEC,
      }));
      cluster.faults.crashes.set(id, {
        containerIndex: 0,
        afterSec: OOM_AFTER_SEC,
        exitCode: 137,
        reason: 'OOMKilled',
      });
      exposeToFault(cluster, id);
      return () => {
        cluster.faults.crashes.delete(id);
        stopLeak();
      };
    },
  },
  'image-pull-failure': {
    title: 'A deployment gets an image that does not exist',
    target: 'deployment',
    usualSec: 600,
    weight: 3,
    start({ cluster, target }) {
      const { template } = deploymentAt(cluster, target);
      const image = `${(template.containers[0]?.image ?? '').split(':')[0]}:does-not-exist`;
      cluster.faults.missingImages.add(image);
      changeDeployment(cluster, target, { template: withChange(cluster, template, { image }) });
      return () => {
        changeDeployment(cluster, target, { template });
        cluster.faults.missingImages.delete(image);
      };
    },
  },
  'pending-pods': {
    title: 'A deployment requests more CPU than any node has; its new pods stay pending',
    target: 'deployment',
    usualSec: 600,
    weight: 3,
    start({ cluster, target }) {
      const { template } = deploymentAt(cluster, target);
      const milliCpu = TOO_MUCH_MILLI_CPU;
      const resources = {
        ...(template.containers[0]?.resources ?? NO_RESOURCES),
        requestMilliCpu: milliCpu,
        limitMilliCpu: milliCpu,
      };
      changeDeployment(cluster, target, { template: withChange(cluster, template, { resources }) });
      return () => changeDeployment(cluster, target, { template });
    },
  },
  'cpu-hot': {
    title: 'The first container of each pod of a deployment uses 95 % of its CPU limit',
    target: 'deployment',
    usualSec: 600,
    weight: 4,
    start: (run) =>
      changeDeploymentLoad(run, (profile, { resources: { limitMilliCpu } }) => {
        const cores = limitMilliCpu > 0 ? (limitMilliCpu / 1000) * 0.95 : profile.cores * 12;
        const throttling = limitMilliCpu > 0 ? { throttledShare: 0.45 } : {};
        return { cpuFactor: cores / profile.cores, swing: 0.05, ...throttling };
      }),
  },
} satisfies Record<string, Scenario>;

function deploymentAt(cluster: Cluster, key: string): WorkloadRecord {
  const deployment = cluster.store.deployments.get(key);
  if (!deployment) throw new Error(`no deployment ${key}`);
  return deployment;
}

/** Like `kubectl set image`, `kubectl set resources` and `kubectl scale`. */
function changeDeployment(
  cluster: Cluster,
  key: string,
  change: { template?: PodTemplate; replicas?: number },
): void {
  if (cluster.store.deployments.get(key)) cluster.store.deployments.update(key, change);
}

function scale({ cluster, target }: ScenarioRun, to: (replicas: number) => number): () => void {
  const { replicas } = deploymentAt(cluster, target);
  changeDeployment(cluster, target, { replicas: to(replicas) });
  return () => changeDeployment(cluster, target, { replicas });
}

/** The next version of an image: its last number plus one. */
function nextImage(image: string): string {
  const next = image.replace(/(\d+)(?!.*\d)/, (digits) => String(Number(digits) + 1));
  return next === image ? `${image}-1` : next;
}

/** Changes the load of the first container of every existing pod of a deployment. */
function changeDeploymentLoad(
  { cluster, target }: ScenarioRun,
  change: (profile: LoadProfile, template: ContainerTemplate) => LoadFactors,
): () => void {
  const { indexes } = cluster;
  const pods = indexes
    .replicaSetsOf(deploymentAt(cluster, target).id)
    .flatMap((replicaSet) => indexes.podsOf(replicaSet.id));
  const restore = pods.flatMap(({ id, template: { containers } }) => {
    const template = containers[0];
    if (!template) return [];
    const profile = loadProfile(cluster.seed, id, 0, template);
    return changeLoad(cluster, [[id, 0]], change(profile, template));
  });
  return () => {
    for (const restoreOne of restore) restoreOne();
  };
}
