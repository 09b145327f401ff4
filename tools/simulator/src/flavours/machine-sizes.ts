const GIB = 1024 ** 3;

export interface MachineSize {
  readonly type: string;
  readonly milliCpu: number;
  readonly memoryBytes: number;
}

export function size(type: string, cpus: number, gib: number): MachineSize {
  // Firmware and kernel reserve a little of the nominal memory.
  return { type, milliCpu: cpus * 1000, memoryBytes: Math.floor(gib * GIB * 0.982) };
}

export const DISK_BYTES = 128 * GIB;

/** The resources that kubelets of managed clusters reserve. */
export function reservedOf(machine: MachineSize): { reservedMilliCpu: number; reservedBytes: number } {
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
