import { monResults } from '@gwanje/contract/objects/object-states';
import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { labelOf, monResultKey } from '@gwanje/domain/mappings/labels';
import { listContainerNames } from '@gwanje/kinds/container/calls';
import { listNodeNames } from '@gwanje/kinds/node/calls';
import { listPodNames } from '@gwanje/kinds/pod/calls';
import { IconButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { SkeletonLines } from '@gwanje/ui/panel';
import { type TreeRow, VirtualTree } from '@gwanje/ui/tree/virtual-tree';
import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { apiQuery } from '#core/api/query.ts';
import { logWarning } from '#core/browser/log.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import type { AddressText } from '#core/navigation/use-address.ts';
import { objectsQuery } from '#entities/dashboard/dashboard-queries.ts';
import { nodeRecordQuery } from '#entities/inventory/info-queries.ts';
import { clusterAddress, pageAddress, pageIn } from '#entities/inventory/object-address.ts';
import classes from './chooser.module.css';
import { ancestorsOf, type ChooserKind, chooserKey, chooserRows, chooserTree } from './chooser-rows.ts';
import { hideChooser, openBranches, searchChooser, toggleBranch, useChooser } from './chooser-store.ts';

const FRESH_MS = 30_000;
/** The dots show states only, so new samples do not change them. */
const statesFresh = { staleMs: FRESH_MS, changesWith: ['node', 'pod', 'state', 'alarm'] } as const;

interface ChooserProps {
  readonly hostId: number;
  readonly pathname: string;
  readonly search: AddressText;
}

/** The cluster, then its nodes with their pods and containers. */
export function Chooser({ hostId, pathname, search }: ChooserProps) {
  const t = useT();
  const clusterList = useClusters((state) => state.clusterList);
  const text = useChooser((state) => state.search);
  const [isNear, setNear] = useState(false);
  // A cluster page stays the same for another cluster; an object page cannot.
  const samePage =
    pageIn(pathname) === undefined && !pathname.includes('history') ? pathname : '/mon/summary';
  return (
    <div className={classes.chooser}>
      <div className={classes.head}>
        <Select
          className={classes.cluster}
          aria-label={t('monitoring.chooseCluster')}
          searchable
          allowDeselect={false}
          limit={200}
          // Mounting the list is slow, so it mounts only when the field gets the pointer or the focus.
          comboboxProps={{ keepMounted: isNear }}
          onPointerEnter={() => setNear(true)}
          onFocus={() => setNear(true)}
          leftSection={<Icon name="mdi-kubernetes" />}
          nothingFoundMessage={t('monitoring.noClusterFound')}
          data={clusterList.map((cluster) => ({ value: String(cluster.hostId), label: cluster.name }))}
          value={String(hostId)}
          onChange={(chosen) => {
            const id = parseIdText(chosen ?? undefined);
            if (id !== undefined && id !== hostId) void navigateTo(clusterAddress(id, samePage, search));
          }}
        />
        <IconButton
          icon="mdi-chevron-double-left"
          label={t('monitoring.hideChooser')}
          variant="subtle"
          color="gray"
          onClick={() => hideChooser(true)}
          size="md"
        />
      </div>
      <div className={classes.search}>
        <TextInput
          type="search"
          aria-label={t('monitoring.find')}
          placeholder={t('monitoring.find')}
          leftSection={<Icon name="mdi-magnify" />}
          value={text}
          onChange={(event) => searchChooser(event.currentTarget.value)}
        />
      </div>
      <ObjectTree hostId={hostId} pathname={pathname} search={search} />
    </div>
  );
}

const NONE: readonly never[] = [];

function ObjectTree({ hostId, pathname, search }: ChooserProps) {
  const t = useT();
  const nodes = useQuery(
    apiQuery(listNodeNames, { params: { hostId } }, { staleMs: FRESH_MS, changesWith: ['node'] }),
  );
  const pods = useQuery(
    apiQuery(listPodNames, { params: { hostId } }, { staleMs: FRESH_MS, changesWith: ['pod', 'node'] }),
  );
  const containers = useQuery(
    apiQuery(
      listContainerNames,
      { params: { hostId } },
      { staleMs: FRESH_MS, changesWith: ['container', 'pod'] },
    ),
  );
  const stateOf = useStates(hostId);
  const text = useDeferredValue(useChooser((state) => state.search));
  const open = useChooser((state) => state.open);

  const noNode = t('monitoring.noNode');
  const { nodeNameList = NONE } = nodes.data ?? {};
  const { podNameList = NONE } = pods.data ?? {};
  const { containerNameList = NONE } = containers.data ?? {};
  const tree = useMemo(
    () => chooserTree({ nodes: nodeNameList, pods: podNameList, containers: containerNameList }, noNode),
    [nodeNameList, podNameList, containerNameList, noNode],
  );
  const { range, from, to, compare } = search;
  const rows = useMemo(() => {
    const tab = pageIn(pathname)?.tab ?? 'summary';
    const hrefOf = (kind: ChooserKind, id: number) =>
      pageAddress(kind, hostId, id, { tab, search: { range, from, to, compare } });
    return chooserRows(tree, { search: text, open, stateOf, hrefOf });
  }, [tree, text, open, stateOf, hostId, pathname, range, from, to, compare]);

  const selectedKey = useSelectedKey(pathname, search);
  const isKnown = selectedKey !== null && tree.byKey.has(selectedKey);
  // A string, because every response makes a new tree while the path stays the same. The path may change
  // while names load: pods can arrive before their nodes.
  const way = isKnown ? [...ancestorsOf(tree, selectedKey), selectedKey].join(' ') : '';
  // Runs only when the path changes, so that an entry that the user closed stays closed.
  useEffect(() => {
    if (way) openBranches(way.split(' '));
  }, [way]);

  useLoggedFailure('nodes', nodes.error);
  useLoggedFailure('pods', pods.error);
  useLoggedFailure('containers', containers.error);
  const retry = () => void Promise.all([nodes.refetch(), pods.refetch(), containers.refetch()]);
  const failed = nodes.error ?? pods.error;
  if (failed && !nodes.data)
    return <LoadFailed title={t('monitoring.namesFailed')} query={{ error: failed, refetch: retry }} />;
  if (!nodes.data) return <SkeletonLines label={t('shell.loading')} lines={8} />;
  const isPart = (pods.isError && !pods.data) || (containers.isError && !containers.data);
  return (
    <>
      {isPart && (
        <p className={classes.part} role="status">
          {t('monitoring.someNamesFailed')}
          <button type="button" onClick={retry}>
            {t('common.retry')}
          </button>
        </p>
      )}
      {rows.length === 0 ? (
        <p className={classes.none}>{t(text.trim() ? 'monitoring.nothingFound' : 'monitoring.nothingYet')}</p>
      ) : (
        <VirtualTree
          label={t('monitoring.objects')}
          rows={rows}
          selectedKey={selectedKey}
          onFollow={(row) => row.href && void navigateTo(row.href)}
          onToggle={(row) => toggleBranch(row.key)}
        />
      )}
    </>
  );
}

/** Logs the reason if names fail to load; the list is then empty. */
function useLoggedFailure(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) logWarning(`the names of the ${what} could not be loaded`, error);
  }, [what, error]);
}

/** The object of the page; for a history record, its node. */
function useSelectedKey(pathname: string, search: AddressText): string | null {
  const nodeHistoryId = pathname.startsWith('/mon/node-history')
    ? parseIdText(search.nodeHistoryId)
    : undefined;
  const record = useQuery({
    ...nodeRecordQuery(nodeHistoryId ?? 0),
    enabled: nodeHistoryId !== undefined,
  });
  if (nodeHistoryId !== undefined) return record.data ? chooserKey('node', record.data.nodeId) : null;
  const kind = /^\/mon\/([a-z]+)\//.exec(pathname)?.[1];
  const id = parseIdText(search[`${kind}Id`]);
  return kind === undefined || id === undefined ? null : chooserKey(kind, id);
}

/** The states are a separate request: if it fails, the tree works without dots. */
function useStates(hostId: number): (kind: ChooserKind, id: number) => TreeRow['state'] {
  const language = useLanguage();
  const conditions = { ...defaultConditions, isAllCluster: false, clusterList: [hostId] };
  const nodes = useQuery(objectsQuery({ ...conditions, objectType: 'node' }, statesFresh));
  const pods = useQuery(objectsQuery({ ...conditions, objectType: 'pod' }, statesFresh));
  return useMemo(() => {
    const states = { node: new Map<number, TreeRow['state']>(), pod: new Map<number, TreeRow['state']>() };
    const appearances = monResults.map((state) => ({
      colour: state,
      label: labelOf(monResultKey(state), language),
    }));
    for (const [kind, answer] of [['node', nodes.data] as const, ['pod', pods.data] as const])
      answer?.id.forEach((id, index) => {
        states[kind].set(id, appearances[answer.monResult[index] ?? -1]);
      });
    return (kind, id) => (kind === 'container' ? undefined : states[kind].get(id));
  }, [nodes.data, pods.data, language]);
}
