import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { isOptional, type KindKey, recordKindsOf } from '@gwanje/kinds/registry';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, type Change } from '#core/api/query.ts';

type AgentList = ResponseOf<typeof getClusterSummary>['agentList'];

const FRESH_MS = 10_000;

/** `changesWith`: the changes that the component shows, for a component that shows only a part of the summary. */
export function clusterSummaryQuery(hostId: number, changesWith: readonly Change[]) {
  return apiQuery(getClusterSummary, { params: { hostId } }, { staleMs: FRESH_MS, changesWith });
}

/** The records that the API server refuses to the agent, or does not have. */
function refusedRecords(agentList: AgentList): ReadonlySet<string> {
  const problems = agentList.flatMap(({ problemList }) => problemList);
  return new Set(
    problems
      .filter(({ problem }) => problem === 'apiForbidden' || problem === 'apiError')
      .map(({ detail }) => detail.slice(0, detail.indexOf(': '))),
  );
}

/** True: the agent lacks a right without which the states of the cluster are out of date. */
export function hasMissingRights(agentList: AgentList): boolean {
  return agentList.some(({ problemList }) =>
    problemList.some(
      ({ problem, detail }) =>
        problem === 'apiUnauthorized' ||
        (problem === 'apiForbidden' && !isOptional(detail.slice(0, detail.indexOf(': ')))),
    ),
  );
}

/** True: the agent cannot read objects of this kind. None in a list does not mean that there are none. */
export function useIsUnread(hostId: number | undefined, kind: KindKey): boolean {
  // The same query as the notice above the pages of a cluster.
  const { data } = useQuery({
    ...clusterSummaryQuery(hostId ?? 0, ['state', 'alarm']),
    enabled: hostId !== undefined,
  });
  if (data === undefined) return false;
  const refused = refusedRecords(data.agentList);
  return recordKindsOf(kind).some((record) => refused.has(record));
}
