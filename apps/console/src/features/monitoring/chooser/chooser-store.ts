import { create } from 'zustand';
import { readStored, writeStored } from '#core/browser/storage.ts';
import { type TreeOrder, treeOrders } from './chooser-tree.ts';

const HIDDEN_KEY = 'chooserHidden';
const ORDER_KEY = 'chooserOrder';

/** Outside the page, so that the same entries stay open while the user goes from pod to pod. */
export const useChooser = create(() => ({
  search: '',
  open: new Set<string>() as ReadonlySet<string>,
  isHidden: readStored('local', HIDDEN_KEY) === '1',
  order: storedOrder(),
}));

/** A value of another version becomes the default. */
function storedOrder(): TreeOrder {
  const stored = readStored('local', ORDER_KEY);
  return treeOrders.find((order) => order === stored) ?? 'node';
}

export function chooseOrder(order: TreeOrder): void {
  useChooser.setState({ order });
  writeStored('local', ORDER_KEY, order);
}

export function searchChooser(search: string): void {
  useChooser.setState({ search });
}

export function toggleBranch(key: string): void {
  useChooser.setState(({ open }) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    return { open: next };
  });
}

export function openBranches(keys: readonly string[]): void {
  useChooser.setState((state) =>
    keys.every((key) => state.open.has(key)) ? state : { open: new Set([...state.open, ...keys]) },
  );
}

export function hideChooser(isHidden: boolean): void {
  useChooser.setState({ isHidden });
  writeStored('local', HIDDEN_KEY, isHidden ? '1' : '0');
}
