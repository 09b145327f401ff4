import type { DashboardTable } from '@gwanje/contract/dashboard/dashboard-objects';

/** An answer for the map of the dashboard without any object. */
export const noObjects: DashboardTable = {
  serverTime: '2026-11-16T09:00:00Z',
  isTruncated: false,
  followingCnt: 0,
  groupList: [],
  id: new Uint32Array(),
  name: [],
  row: new Uint32Array(),
  group: new Uint32Array(),
  value: new Float32Array(),
  monResult: new Uint8Array(),
  isStale: new Uint8Array(),
};
