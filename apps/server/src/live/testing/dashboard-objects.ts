import { getDashboardObjects } from '@gwanje/contract/dashboard/dashboard';
import { decodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import type { Caller } from '../../testing/test-app.ts';

/** The columns as plain arrays; null where a value is unknown. */
export function plainObjects(content: Uint8Array) {
  const { id, group, value, monResult, isStale, ...rest } = decodeDashboardObjects(
    Uint8Array.from(content).buffer,
  );
  return {
    ...rest,
    id: [...id],
    group: [...group],
    value: Array.from(value, (figure) => (Number.isNaN(figure) ? null : figure)),
    monResult: [...monResult],
    isStale: [...isStale],
  };
}

export async function dashboardObjectsOf(caller: Caller, body: object) {
  const { code, content } = await caller.call(getDashboardObjects, { body });
  if (content === undefined) throw new Error(`the dashboard's objects: ${code}`);
  return plainObjects(content);
}
