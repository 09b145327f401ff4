/** The nodes whose amounts count for the cluster: virtual nodes only when there are no others. */
export function machinesAmong<Node>(
  nodes: readonly Node[],
  isVirtual: (node: Node) => boolean,
): readonly Node[] {
  const machines = nodes.filter((node) => !isVirtual(node));
  return machines.length > 0 ? machines : nodes;
}
