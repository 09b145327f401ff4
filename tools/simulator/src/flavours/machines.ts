import type { Labels, Machine } from '../kinds/object/records.ts';
import type { SystemWorkload } from './flavour.ts';

const GIB = 1024 ** 3;
export const DISK_BYTES = 128 * GIB;

export interface MachineSize {
  readonly type: string;
  readonly milliCpu: number;
  readonly memoryBytes: number;
}

export function size(type: string, cpus: number, gib: number): MachineSize {
  // Firmware and kernel reserve a little of the nominal memory.
  return { type, milliCpu: cpus * 1000, memoryBytes: Math.floor(gib * GIB * 0.982) };
}

/** The resources that kubelets of managed clusters reserve. */
function reservedOf(machine: MachineSize): { reservedMilliCpu: number; reservedBytes: number } {
  const gib = machine.memoryBytes / GIB;
  const reservedGib =
    Math.min(gib, 4) * 0.25 + Math.max(0, Math.min(gib - 4, 4)) * 0.2 + Math.max(0, gib - 8) * 0.06;
  return {
    reservedMilliCpu: 60 + machine.milliCpu / 100,
    reservedBytes: 1024 * Math.floor((reservedGib * GIB + 100 * 1024 ** 2) / 1024),
  };
}

export function address(network: readonly [number, number], index: number): string {
  return `${network[0]}.${network[1]}.${1 + Math.floor(index / 250)}.${4 + (index % 250)}`;
}

/** The pool of each worker, by the pools' shares. The last pool takes the rest. */
export function poolsOfWorkers<Pool extends { readonly share: number }>(
  workers: number,
  pools: readonly Pool[],
): { readonly pool: Pool; readonly index: number }[] {
  let rest = workers;
  return pools.flatMap((pool) => {
    const wanted = Math.max(1, Math.round(workers * pool.share));
    const count = pool === pools.at(-1) ? rest : Math.min(rest, wanted);
    rest -= count;
    return Array.from({ length: count }, (_, index) => ({ pool, index }));
  });
}

type Own = 'internalIp' | 'kernel' | 'osImage' | 'runtime' | 'kubeletVersion' | 'hasNetworkCondition';

interface MachinePlan extends Pick<Machine, Own>, Partial<Omit<Machine, Own>> {
  readonly hostname: string;
  readonly size: MachineSize;
  readonly region?: string;
  readonly zone?: string;
}

/** A machine with the labels and defaults that all flavours share. */
export function machineOf({ size: machineSize, hostname, region, zone, ...own }: MachinePlan): Machine {
  const { type } = machineSize;
  return {
    providerId: undefined,
    milliCpu: machineSize.milliCpu,
    memoryBytes: machineSize.memoryBytes,
    diskBytes: DISK_BYTES,
    maxPods: 110,
    ...reservedOf(machineSize),
    isVirtual: false,
    ...own,
    labels: sorted({
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/hostname': hostname,
      'kubernetes.io/os': 'linux',
      ...(type !== '' && { 'node.kubernetes.io/instance-type': type }),
      ...(region && { 'topology.kubernetes.io/region': region }),
      ...(zone && { 'topology.kubernetes.io/zone': zone }),
      ...own.labels,
    }),
  };
}

function sorted(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Containers = SystemWorkload['containers'];

export function daemonSet(
  name: string,
  labels: Labels,
  containers: Containers,
  isHostNetwork = true,
): SystemWorkload {
  return { name, kind: 'DaemonSet', labels, containers, isHostNetwork };
}

export function deployment(
  name: string,
  replicas: number,
  labels: Labels,
  containers: Containers,
): SystemWorkload {
  return { name, kind: 'Deployment', replicas, labels, containers };
}
