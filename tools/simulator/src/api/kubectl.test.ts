import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { canRun } from '@gwanje/testkit/debian-program';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeKubeconfigs } from '../control/kubeconfig.ts';
import { type Started, startForTest } from '../testing/start.ts';

const run = promisify(execFile);
const KUBECTL = 'kubectl';

describe.runIf(canRun(KUBECTL, 'kubernetes-client', 'the simulator is not tried with it'))('kubectl', () => {
  let started: Started;
  let folder: string;
  let paths: ReturnType<typeof writeKubeconfigs>;
  beforeAll(async () => {
    started = await startForTest({ hasTls: true });
    folder = mkdtempSync(join(tmpdir(), 'gwanje-kubectl-'));
    paths = writeKubeconfigs(folder, started.first);
    for (const name of ['crash-loop', 'claim-pending', 'cordon', 'job-run'])
      started.simulator.engine.start(name, { cluster: 'aks-test' });
    started.clock.advance(90_000);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await started[Symbol.asyncDispose]();
  });

  async function kubectl(...args: string[]): Promise<string> {
    const { stdout, stderr } = await run(KUBECTL, ['--kubeconfig', paths.admin, ...args], {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, HOME: folder },
    });
    expect(stderr).toBe('');
    return stdout;
  }

  test('get -A -o wide shows the columns of every kind', async () => {
    const text = await kubectl('get', 'nodes,pods,pv,pvc,events', '-A', '-o', 'wide');
    for (const columns of [
      /NAME +STATUS +ROLES +AGE +VERSION +INTERNAL-IP +EXTERNAL-IP +OS-IMAGE +KERNEL-VERSION +CONTAINER-RUNTIME/,
      /NAMESPACE +NAME +READY +STATUS +RESTARTS +AGE +IP +NODE +NOMINATED NODE +READINESS GATES/,
      /NAME +CAPACITY +ACCESS MODES +RECLAIM POLICY +STATUS +CLAIM +STORAGECLASS +REASON +AGE +VOLUMEMODE/,
      /NAMESPACE +NAME +STATUS +VOLUME +CAPACITY +ACCESS MODES +STORAGECLASS +AGE +VOLUMEMODE/,
      /NAMESPACE +LAST SEEN +TYPE +REASON +OBJECT +SUBOBJECT +SOURCE +MESSAGE +FIRST SEEN +COUNT +NAME/,
    ])
      expect(text).toMatch(columns);
    expect(text).toMatch(/node\/aks-\S+ +Ready,SchedulingDisabled/);
    expect(text).toMatch(/pod\/\S+ +\d\/\d +CrashLoopBackOff/);
    expect(text).toMatch(/persistentvolumeclaim\/scratch-\d+ +Pending/);
    const { pods } = started.first.cluster.store;
    expect(text.match(/ pod\/\S+ +\d\/\d /g)).toHaveLength(pods.size);
  }, 60_000);

  test('shows workloads too', async () => {
    const text = await kubectl('get', 'deploy,rs,sts,ds,jobs,cj,quota,ns', '-A', '-o', 'wide');
    for (const kind of [
      'deployment.apps',
      'replicaset.apps',
      'statefulset.apps',
      'daemonset.apps',
      'job.batch',
    ])
      expect(text).toContain(`${kind}/`);
  }, 60_000);

  test('describe shows nodes, pods, volumes, claims and workloads', async () => {
    const node = await kubectl('describe', 'nodes');
    expect(node).toMatch(/Lease:\n +HolderIdentity: +aks-/);
    expect(node).toMatch(/Non-terminated Pods: +\(\d+ in total\)/);
    expect(node).toMatch(/NodeNotSchedulable/);
    const pods = await kubectl('describe', 'pods', '-A');
    expect(pods).toMatch(/Reason: +CrashLoopBackOff/);
    expect(pods).toMatch(/Warning +BackOff .+ kubelet +Back-off restarting failed container/);
    expect(await kubectl('describe', 'pv')).toMatch(/Driver: +disk\.csi\.azure\.com/);
    expect(await kubectl('describe', 'pvc', '-A')).toMatch(/ProvisioningFailed/);
    expect(await kubectl('describe', 'deploy', '-n', 'shop')).toMatch(
      /NewReplicaSet: +\S+ \(\d+\/\d+ replicas created\)/,
    );
    for (const kind of ['rs', 'sts', 'ds', 'jobs', 'ns', 'events']) await kubectl('describe', kind, '-A');
  }, 120_000);

  test('-w shows changes as they happen', async () => {
    const { target } = started.simulator.engine.start('scale-up', { cluster: 'aks-test' });
    const [namespace = '', name = ''] = target.split('/');
    const child = spawn(KUBECTL, ['--kubeconfig', paths.admin, 'get', 'pods', '-n', namespace, '-w'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, HOME: folder },
    });
    const seen: string[] = [];
    try {
      for await (const line of createInterface(child.stdout)) {
        seen.push(line);
        // The first output is the list, the rest comes from the watch.
        if (seen.length === 1) started.clock.advance(30_000);
        if (line.startsWith(name) && /ContainerCreating/.test(line)) break;
      }
    } finally {
      child.kill();
    }
    expect(seen[0]).toMatch(/^NAME +READY +STATUS +RESTARTS +AGE/);
    expect(seen.at(-1)).toMatch(/0\/\d +ContainerCreating/);
  }, 60_000);

  test("gets a refusal for rights that a manifest's role lacks", async () => {
    const failed = await run(
      KUBECTL,
      ['--kubeconfig', paths.agent, 'auth', 'can-i', 'get', 'nodes', '--subresource=proxy'],
      {
        env: { ...process.env, HOME: folder },
      },
    ).catch((error: { stdout: string }) => error);
    expect(failed.stdout.trim()).toBe('no');
  }, 60_000);
});
