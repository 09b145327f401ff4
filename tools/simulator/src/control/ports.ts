import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPort } from '@gwanje/backend/lifecycle/open-port';
import { z } from 'zod';

const Ports = z.object({
  control: z.number(),
  /** In the order of the clusters. */
  clusters: z.array(z.number()),
});
export type Ports = z.infer<typeof Ports>;

const FILE_NAME = 'ports.json';

/**
 * A port that the settings name is taken or fails. Otherwise every port may be any free one, and a simulator
 * that is started again takes the ports of its last start: the agents still call them.
 */
export async function choosePorts(
  { host, controlPort, folder }: { host: string; controlPort: number; folder: string },
  clusterCnt: number,
): Promise<Ports> {
  if (controlPort !== 0)
    return {
      control: controlPort,
      clusters: Array.from({ length: clusterCnt }, (_, i) => controlPort + 1 + i),
    };
  const last = readPorts(folder);
  const isFree = await Promise.all(
    [last?.control, ...(last?.clusters ?? [])].map((port) => port !== undefined && canListen(host, port)),
  );
  return {
    control: last && isFree[0] ? last.control : 0,
    clusters: Array.from({ length: clusterCnt }, (_, i) => (isFree[i + 1] && last?.clusters[i]) || 0),
  };
}

/** The ports of the running simulator of a data folder, or of its last one. */
export function readPorts(folder: string): Ports | undefined {
  try {
    return Ports.safeParse(JSON.parse(readFileSync(join(folder, FILE_NAME), 'utf8'))).data;
  } catch {
    // There is no file yet, or a crash has damaged it: free ports are chosen again.
    return undefined;
  }
}

export function writePorts(folder: string, ports: Ports): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, FILE_NAME), JSON.stringify(ports), { mode: 0o600 });
}

function canListen(host: string, port: number): Promise<boolean> {
  return checkPort({ host, port, variable: 'GWANJE_SIM_PORT' }).then(
    () => true,
    () => false,
  );
}
