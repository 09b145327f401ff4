import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import { create } from 'zustand';

interface GroupState {
  /** Every group the user is allowed to see. */
  readonly groupNameList: readonly GroupNameEntry[];
  /** The current selection; empty until the allowed groups are loaded. */
  readonly selectedSubGroupIds: readonly number[];
  /** True if the allowed groups failed to load. The list is then empty, although groups may exist. */
  readonly failed: boolean;
  readonly loaded: boolean;
  /** How many selections of other windows this window has taken over. */
  readonly takenCnt: number;
}

const initial: GroupState = {
  groupNameList: [],
  selectedSubGroupIds: [],
  failed: false,
  loaded: false,
  takenCnt: 0,
};

export const useGroups = create<GroupState>()(() => initial);

export function initialiseGroups(): void {
  useGroups.setState(initial);
}
