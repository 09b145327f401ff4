export const viewTypes = { cluster: 1, node: 2, pod: 3 } as const;
export type ViewTypeKey = `viewType.${keyof typeof viewTypes | 'unset'}`;

const keys = new Map<number, ViewTypeKey>([
  [viewTypes.cluster, 'viewType.cluster'],
  [viewTypes.node, 'viewType.node'],
  [viewTypes.pod, 'viewType.pod'],
]);

export function viewTypeKey(viewType: number | null | undefined): ViewTypeKey {
  return keys.get(viewType ?? Number.NaN) ?? 'viewType.unset';
}
