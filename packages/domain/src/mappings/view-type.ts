import { dashKey, labelKey } from './label-key.ts';

export const viewTypes = { cluster: 1, node: 2, pod: 3 } as const;

export function viewTypeKey(viewType: number | null | undefined) {
  const key = labelKey('viewType', viewTypes, viewType);
  return key === dashKey ? 'viewType.unset' : key;
}
