/** Of a cluster's nodes those whose amounts are its own: virtual ones only where there are no others. */
export function machinesAmong<Node>(
  nodes: readonly Node[],
  isVirtual: (node: Node) => boolean,
): readonly Node[] {
  const machines = nodes.filter((node) => !isVirtual(node));
  return machines.length > 0 ? machines : nodes;
}
