import { monResults } from '@gwanje/contract/objects/object-states';
import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { labelOf, monResultKey } from '@gwanje/domain/mappings/labels';
import { IconButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { SkeletonLines } from '@gwanje/ui/panel';
import { VirtualTree } from '@gwanje/ui/tree/virtual-tree';
import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import type { AddressText } from '#core/navigation/use-address.ts';
import { objectsQuery } from '#entities/dashboard/dashboard-queries.ts';
import { nodeRecordQuery } from '#entities/inventory/info-queries.ts';
import { clusterAddress, pageAddress, pageIn } from '#entities/inventory/object-address.ts';
import classes from './chooser.module.css';
import { chooserRows } from './chooser-rows.ts';
import {
  chooseOrder,
  hideChooser,
  openBranches,
  searchChooser,
  toggleBranch,
  useChooser,
} from './chooser-store.ts';
import {
  ancestorsOf,
  chooserKey,
  entryStates,
  type MonResultOf,
  nodeTree,
  treeOrders,
  workloadTree,
} from './chooser-tree.ts';
import { useNames } from './use-names.ts';

const FRESH_MS = 30_000;
/** The dots show states only, so new samples do not change them. */
const statesFresh = { staleMs: FRESH_MS, changesWith: ['node', 'pod', 'state', 'alarm'] } as const;

interface ChooserProps {
  readonly hostId: number;
  readonly pathname: string;
  readonly search: AddressText;
}

/** The cluster, then its objects as a tree. */
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
        <OrderChoice />
      </div>
      <ObjectTree hostId={hostId} pathname={pathname} search={search} />
    </div>
  );
}

/** By which objects the tree begins. The choice is kept in the browser. */
function OrderChoice() {
  const t = useT();
  const order = useChooser((state) => state.order);
  const name = useId();
  return (
    <fieldset className={classes.orders} aria-label={t('monitoring.treeOrder')}>
      {treeOrders.map((one) => (
        <label key={one} className={classes.order} title={t(`monitoring.treeOrders.${one}Path`)}>
          <input type="radio" name={name} checked={one === order} onChange={() => chooseOrder(one)} />
          {t(`monitoring.treeOrders.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

function ObjectTree({ hostId, pathname, search }: ChooserProps) {
  const t = useT();
  const language = useLanguage();
  const order = useChooser((state) => state.order);
  const names = useNames(hostId, order);
  const monResultOf = useMonResults(hostId);
  const text = useDeferredValue(useChooser((state) => state.search));
  const open = useChooser((state) => state.open);

  const restLabel = t(order === 'node' ? 'monitoring.noNode' : 'monitoring.noWorkload');
  const { lists } = names;
  const tree = useMemo(
    () => (order === 'node' ? nodeTree(lists, restLabel) : workloadTree(lists, restLabel)),
    [order, lists, restLabel],
  );
  const states = useMemo(() => entryStates(tree, monResultOf), [tree, monResultOf]);
  const { range, from, to, compare } = search;
  const rows = useMemo(() => {
    const tab = pageIn(pathname)?.tab ?? 'summary';
    const appearances = monResults.map((state) => ({
      colour: state,
      label: labelOf(monResultKey(state), language),
    }));
    return chooserRows(tree, {
      search: text,
      open,
      stateOf: (key) => appearances[states.get(key) ?? -1],
      hrefOf: (kind, id) => pageAddress(kind, hostId, id, { tab, search: { range, from, to, compare } }),
      podCntOf: (cnt) => ({ text: formatNumber(cnt), label: t('monitoring.podsBelow', { cnt }) }),
    });
  }, [tree, states, text, open, hostId, pathname, range, from, to, compare, language, t]);

  const selectedKey = useSelectedKey(pathname, search);
  const isKnown = selectedKey !== null && tree.byKey.has(selectedKey);
  // A string, because every response makes a new tree while the path stays the same. The path may change
  // while names load: pods can arrive before their nodes.
  const way = isKnown ? [...ancestorsOf(tree, selectedKey), selectedKey].join(' ') : '';
  // Runs only when the path changes, so that an entry that the user closed stays closed.
  useEffect(() => {
    if (way) openBranches(way.split(' '));
  }, [way]);

  if (names.failed)
    return (
      <LoadFailed title={t('monitoring.namesFailed')} query={{ error: names.failed, refetch: names.retry }} />
    );
  if (names.isLoading) return <SkeletonLines label={t('shell.loading')} lines={8} />;
  return (
    <>
      {names.isPart && (
        <p className={classes.part} role="status">
          {t('monitoring.someNamesFailed')}
          <button type="button" onClick={names.retry}>
            {t('common.retry')}
          </button>
        </p>
      )}
      {rows.length === 0 ? (
        <p className={classes.none}>{t(text.trim() ? 'monitoring.nothingFound' : 'monitoring.nothingYet')}</p>
      ) : (
        <VirtualTree
          label={t(`monitoring.treeOrders.${order}Path`)}
          rows={rows}
          selectedKey={selectedKey}
          onFollow={(row) => row.href && void navigateTo(row.href)}
          onToggle={(row) => toggleBranch(row.key)}
        />
      )}
    </>
  );
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

/** The states are a separate request: if it fails, the tree works without marks. */
function useMonResults(hostId: number): MonResultOf {
  const conditions = { ...defaultConditions, isAllCluster: false, clusterList: [hostId] };
  const nodes = useQuery(objectsQuery({ ...conditions, objectType: 'node' }, statesFresh));
  const pods = useQuery(objectsQuery({ ...conditions, objectType: 'pod' }, statesFresh));
  return useMemo(() => {
    const known = { node: new Map<number, number>(), pod: new Map<number, number>() };
    for (const [kind, answer] of [['node', nodes.data] as const, ['pod', pods.data] as const])
      answer?.id.forEach((id, index) => {
        known[kind].set(id, answer.monResult[index] ?? -1);
      });
    return (kind, id) => known[kind].get(id);
  }, [nodes.data, pods.data]);
}
