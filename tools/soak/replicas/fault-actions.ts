import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { canRun } from '@gwanje/testkit/debian-program';
import type { ReplicaStack } from '../../../scripts/installation/replica-stack.ts';
import { StartError } from '../../../scripts/installation/supervisor.ts';
import { DATABASE, type Fault, type FaultKind, POOL } from './fault-plan.ts';

const CHUNK_BYTES = 64 * 1024;
const DISK_SIZE = '24m';
const START_AGAIN_TIMES = 20;
/** A lease ends after 7 s. */
const TAKEOVER_MS = 10_000;
/** A process reads its clock file once a second. */
const CLOCK_READ_WITHIN_MS = 1500;

const ALWAYS_POSSIBLE: readonly FaultKind[] = [
  'kill',
  'pause',
  'cut',
  'restartDatabase',
  'pauseDatabase',
  'enginesAway',
  'killLogin',
  'restart',
  'rollingRestart',
];

/** Clocks and disks of the replicas that the faults change. It says on standard error what is not possible here. */
export class ReplicaMachines implements Disposable {
  readonly kinds: readonly FaultKind[];
  readonly #dataDir: string;
  readonly #faketime: string | undefined;
  readonly #mounts: string[] = [];

  constructor(dataDir: string, replicaCnt: number) {
    this.#dataDir = dataDir;
    process.once('exit', () => this[Symbol.dispose]());
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    const hasFaketime = canRun('faketime', 'faketime', 'the clock of a replica is not changed');
    [this.#faketime] = hasFaketime ? globSync('/usr/lib/*/faketime/libfaketime.so.1') : [];
    const names = Array.from({ length: replicaCnt }, (_, index) => `replica-${index + 1}`);
    for (const name of names) this.setClock(name, 0);
    const haveDisks = names.every((name) => this.#mountDisk(join(dataDir, name)));
    if (!haveDisks) process.stderr.write('no disk can be mounted here: disks of replicas are not filled\n');
    this.kinds = [
      ...ALWAYS_POSSIBLE,
      ...(this.#faketime ? (['clock'] as const) : []),
      ...(haveDisks ? (['diskFull'] as const) : []),
    ];
  }

  /** Settings of a replica's process. Timers go on when its clock jumps, as on a real machine. */
  envOf(replica: string): Record<string, string> {
    if (!this.#faketime) return {};
    return {
      LD_PRELOAD: this.#faketime,
      FAKETIME_TIMESTAMP_FILE: this.#clockFile(replica),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_CACHE_DURATION: '1',
    };
  }

  setClock(replica: string, byS: number): void {
    const file = this.#clockFile(replica);
    writeFileSync(`${file}.new`, `${byS < 0 ? '' : '+'}${byS}\n`);
    renameSync(`${file}.new`, file);
  }

  fillDisk(replica: string): void {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    try {
      for (;;) writeFileSync(this.#fillFile(replica), chunk, { flag: 'a' });
    } catch {
      // The disk is full.
    }
  }

  freeDisk(replica: string): void {
    rmSync(this.#fillFile(replica), { force: true });
  }

  [Symbol.dispose](): void {
    for (const folder of this.#mounts.splice(0)) spawnSync('umount', ['--lazy', folder]);
  }

  #clockFile(replica: string): string {
    return join(this.#dataDir, `${replica}.clock`);
  }

  #fillFile(replica: string): string {
    return join(this.#dataDir, replica, 'fill');
  }

  #mountDisk(folder: string): boolean {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { status } = spawnSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=${DISK_SIZE},mode=700`,
      'tmpfs',
      folder,
    ]);
    if (status === 0) this.#mounts.push(folder);
    return status === 0;
  }
}

/** Resolves when the fault is over. The installation may still be recovering. */
export async function applyFault(
  fault: Fault,
  stack: ReplicaStack,
  machines: ReplicaMachines,
): Promise<void> {
  switch (fault.kind) {
    case 'kill':
      killRunning(fault.replica, stack);
      // The work goes on until the others have taken over. At rest no agent would show how long that takes.
      await delay(TAKEOVER_MS);
      return;
    case 'killLogin':
      return killRunning(fault.login, stack);
    case 'killPool':
      return killRunning(POOL, stack);
    case 'pause':
      stack.pause(fault.replica);
      await delay(fault.forMs);
      stack.resume(fault.replica);
      return;
    case 'cut':
      stack.links?.cut(fault.from, fault.to, fault.how);
      await delay(fault.forMs);
      stack.links?.restore(fault.from, fault.to);
      return;
    case 'clock':
      machines.setClock(fault.replica, fault.byS);
      await delay(fault.forMs);
      machines.setClock(fault.replica, 0);
      await delay(CLOCK_READ_WITHIN_MS);
      return;
    case 'restartDatabase':
      await stack.halt(DATABASE, fault.how);
      await delay(fault.forMs);
      await startAgain(DATABASE, stack);
      return;
    case 'pauseDatabase':
      stack.pause(DATABASE);
      await delay(fault.forMs);
      stack.resume(DATABASE);
      return;
    case 'enginesAway':
      await Promise.all(fault.engines.map((engine) => stack.halt(engine)));
      await delay(fault.forMs);
      await Promise.all(fault.engines.map((engine) => startAgain(engine, stack)));
      return;
    case 'diskFull':
      machines.fillDisk(fault.replica);
      await delay(fault.forMs);
      machines.freeDisk(fault.replica);
      return;
    case 'restart':
      return await restart(fault.replica, stack);
    case 'rollingRestart':
      for (const { name } of stack.replicas) await restart(name, stack);
  }
}

/** A part that ended just now is being started again. */
function killRunning(name: string, stack: ReplicaStack): void {
  if (stack.supervisor.pidOf(name) !== undefined) stack.kill(name);
}

async function restart(replica: string, stack: ReplicaStack): Promise<void> {
  await stack.halt(replica);
  await startAgain(replica, stack);
}

/** A replica refuses to start while its database is away. Kubernetes would start it again. */
async function startAgain(name: string, stack: ReplicaStack): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await stack.startAgain(name);
    } catch (error) {
      if (!(error instanceof StartError) || attempt === START_AGAIN_TIMES) throw error;
      await stack.halt(name);
      await delay(1000);
    }
  }
}
