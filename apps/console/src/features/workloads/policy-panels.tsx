import type { ListKind } from '@gwanje/kinds/registry';
import { Panel } from '@gwanje/ui/panel';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ListAnswer, ListDeclaration } from '#components/list/define-list.ts';
import type { ListFilter } from '#components/list/state/list-address.ts';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useIsUnread } from '#entities/clusters/unread-kinds.ts';
import type { InfoOf } from '#entities/inventory/info-queries.ts';
import { workloadTypeName } from '#entities/inventory/workload-list.ts';
import { CompactList } from '#entities/object-page/object-tables.tsx';
import { autoscalerList } from '#entities/policies/autoscaler-list.ts';
import { disruptionBudgetList } from '#entities/policies/disruption-budget-list.ts';
import classes from './workload-panels.module.css';

const AUTOSCALER_COLUMNS = [
  'name',
  'status',
  'currentCnt',
  'desiredCnt',
  'atMaximumSince',
  'topMetricPercent',
];
const BUDGET_COLUMNS = ['name', 'status', 'allowedCnt', 'healthyCnt', 'minAvailable', 'maxUnavailable'];
const FRESH_MS = 10_000;
const MAX_ROWS = 100;

interface PolicyPanelsProps {
  readonly info: InfoOf<'workload'>;
}

/** The autoscalers and disruption budgets of a workload. Most workloads have none: then nothing is shown. */
export function PolicyPanels({ info }: PolicyPanelsProps) {
  const { hostId, namespace, name, type } = info;
  const kind = workloadTypeName(type);
  const inNamespace = { hostId: [hostId], namespace: [namespace] };
  const scaled = { ...inNamespace, targetKind: [kind], targetName: [name] };
  const autoscalers = usePolicies(autoscalerList, scaled);
  const covered = `${kind}/${name}`;
  // The filter finds a part of the text, and takes no text longer than a name: also budgets of web-2 for Deployment/web.
  const budgets = usePolicies(disruptionBudgetList, { ...inNamespace, workloads: name });
  return (
    <div className={classes.policies}>
      <PolicyPanel
        list={autoscalerList}
        kind="autoscaler"
        columns={AUTOSCALER_COLUMNS}
        rows={autoscalers.data?.list}
        query={autoscalers}
        hostId={hostId}
      />
      <PolicyPanel
        list={disruptionBudgetList}
        kind="disruptionBudget"
        columns={BUDGET_COLUMNS}
        rows={budgets.data?.list.filter(({ workloads }) => workloads.split(',').includes(covered))}
        query={budgets}
        hostId={hostId}
      />
    </div>
  );
}

function usePolicies<Row>(list: ListDeclaration<Row>, filter: ListFilter): UseQueryResult<ListAnswer<Row>> {
  return useQuery(
    apiQuery(
      list.endpoint,
      { params: { pageNo: 1, pageCnt: MAX_ROWS }, body: { filter, orderBy: ['name'] } },
      { staleMs: FRESH_MS, ...(list.changesWith && { changesWith: list.changesWith }), everyIntervals: 2 },
    ),
  );
}

interface PolicyPanelProps<Row> {
  readonly list: ListDeclaration<Row>;
  readonly kind: Extract<ListKind, 'autoscaler' | 'disruptionBudget'>;
  readonly columns: readonly string[];
  readonly rows: readonly Row[] | undefined;
  readonly query: UseQueryResult;
  readonly hostId: number;
}

function PolicyPanel<Row extends object>({ hostId, ...table }: PolicyPanelProps<Row>) {
  const t = useT();
  const isUnread = useIsUnread(hostId, table.kind);
  const hasNone = table.rows === undefined ? !table.query.isError : table.rows.length === 0;
  if (hasNone && !isUnread) return null;
  return (
    <Panel title={t(table.list.title)}>
      <CompactList {...table} isUnread={isUnread} />
    </Panel>
  );
}
