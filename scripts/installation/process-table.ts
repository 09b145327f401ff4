import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process and all processes below it, from the table of Linux. */
export function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (parent: number): number[] => [parent, ...(children.get(parent) ?? []).flatMap(below)];
  return below(pid);
}

function parentOf(pid: string): number | undefined {
  const stat = tryTo(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The name of the program may contain spaces and brackets. The state and the parent follow it.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Which of these processes opened the connection from a local IPv4 port to another. */
export function connectingProcess(
  { localPort, remotePort }: { readonly localPort: number; readonly remotePort: number },
  pids: readonly number[],
): number | undefined {
  const rows = readFileSync('/proc/net/tcp', 'latin1').split('\n').slice(1);
  for (const row of rows) {
    const [, local = '', remote = '', , , , , , , inode] = row.trim().split(/\s+/);
    if (portOf(local) !== localPort || portOf(remote) !== remotePort) continue;
    return pids.find((pid) => hasFile(pid, `socket:[${inode}]`));
  }
  return undefined;
}

/** `0100007F:1F90` → 8080 */
function portOf(address: string): number {
  return Number.parseInt(address.slice(address.indexOf(':') + 1), 16);
}

function hasFile(pid: number, target: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return (
    tryTo(() => readdirSync(folder))?.some(
      (name) => tryTo(() => readlinkSync(`${folder}/${name}`)) === target,
    ) ?? false
  );
}

/** The process may end, and close a file, at any time. */
function tryTo<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
