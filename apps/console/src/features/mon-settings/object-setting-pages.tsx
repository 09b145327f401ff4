import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { type ExcludableKind, kinds } from '@gwanje/kinds/registry';
import { NativeSelect } from '@mantine/core';
import { showFailure } from '#components/forms/show-failure.ts';
import type { ListDeclaration } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { callWith } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useManagedClusters } from '#core/groups/use-managed-meta-groups.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { kindSegment } from '#core/i18n/kind-titles.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { claimList } from '#entities/inventory/claim-list.ts';
import { useClusterScope } from '#entities/inventory/cluster-page.tsx';
import { namespaceList } from '#entities/inventory/namespace-list.ts';
import { nodeList } from '#entities/inventory/node-list.ts';
import { podList } from '#entities/inventory/pod-list.ts';
import { volumeList } from '#entities/inventory/volume-list.ts';
import { workloadList } from '#entities/inventory/workload-list.ts';
import { alarmSettingColumn, watchColumn } from './watch-columns.tsx';
import '#components/list/object-list-messages.ts';

interface Watched {
  readonly hostId: number;
  readonly isMonitored: boolean;
  readonly deletedAt: string | null;
}

interface ObjectSettingsProps<Row> {
  readonly titleKey: PlainKey;
  readonly declaration: ListDeclaration<Row>;
  readonly save: (rows: readonly Row[], isMonitored: boolean) => Promise<unknown>;
}

/** The monitoring list of a kind with two more columns: watch state and link to the alarm settings. */
function settingsPage<
  Kind extends ExcludableKind,
  Row extends Watched & Readonly<Record<(typeof kinds)[Kind]['idName'], number>>,
>(kind: Kind, { linkOf: _linkOf, ...list }: ListDeclaration<Row>, shown: readonly string[]) {
  const segment = kindSegment<ExcludableKind>(kind);
  const idColumn: (typeof kinds)[Kind]['idName'] = kinds[kind].idName;
  const update: Endpoint = callsOfKinds[`update${capitalised(kind)}s`];
  const replaced = new Set<string>(['isMonitored', idColumn]);
  const declaration: ListDeclaration<Row> = {
    ...list,
    name: `setting${capitalised(kind)}s`,
    columns: [
      ...list.columns.filter(({ id }) => !replaced.has(id)),
      watchColumn<Row>(),
      alarmSettingColumn<Row>(
        idColumn,
        (row) => `/setting/alarm/${segment}-item?hostId=${row.hostId}&${idColumn}=${row[idColumn]}`,
      ),
    ],
    defaultColumns: ['name', 'clusterName', ...shown, 'isMonitored', 'monResult', 'alarmCnt', idColumn],
    defaultOrder: [
      { id: 'clusterName', descending: false },
      { id: 'name', descending: false },
    ],
  };
  const save = (rows: readonly Row[], isMonitored: boolean) =>
    callWith(update, { body: rows.map((row) => ({ [idColumn]: row[idColumn], isMonitored })) });
  const titleKey = `routes.settingMon${capitalised(segment)}List` as const;
  return { declaration, page: () => <ObjectSettings {...{ titleKey, declaration, save }} /> };
}

function ObjectSettings<Row extends Watched>({ titleKey, declaration, save }: ObjectSettingsProps<Row>) {
  const t = useT();
  const { scope } = useClusterScope();
  const mayChange = useMayChange();
  const bulkActions = useWatchActions(declaration, save);
  return (
    <>
      <SettingsHeader title={t(titleKey)} />
      <ObjectList
        declaration={declaration}
        scope={scope}
        bulkActions={mayChange ? bulkActions : []}
        extra={<ClusterFilter />}
      />
    </>
  );
}

/** The list of each kind, and the columns that its settings show first. */
export const settingsPages = {
  node: settingsPage('node', nodeList, ['condition', 'roles', 'kubeletVersion']),
  pod: settingsPage('pod', podList, ['namespace', 'ownerName', 'nodeName', 'status']),
  volume: settingsPage('volume', volumeList, ['phase', 'capacityBytes', 'storageClass', 'claimName']),
  claim: settingsPage('claim', claimList, ['namespace', 'phase', 'capacityBytes', 'storageClass']),
  workload: settingsPage('workload', workloadList, ['namespace', 'type', 'readyCnt', 'availableCnt']),
  namespace: settingsPage('namespace', namespaceList, ['phase', 'podCnt', 'quotaUsedPercent']),
} satisfies Record<ExcludableKind, object>;

/** Filters by one cluster, or shows all of the selected groups. */
function ClusterFilter() {
  const t = useT();
  const { search, change } = useAddress();
  const clusters = useClusters((state) => state.clusterList);
  return (
    <NativeSelect
      aria-label={t('monSettings.clusterFilter')}
      value={search.hostId ?? ''}
      data={[
        { value: '', label: t('monSettings.allClusters') },
        ...clusters.map(({ hostId, name }) => ({ value: String(hostId), label: name })),
      ]}
      onChange={({ currentTarget }) =>
        void change({ hostId: currentTarget.value === '' ? undefined : currentTarget.value })
      }
    />
  );
}

const MAX_AT_ONCE = 1000;

/** Starts or stops watching the selected rows, for clusters that the user may change. */
function useWatchActions<Row extends Watched>(
  { endpoint }: Pick<ListDeclaration<Row>, 'endpoint'>,
  save: (rows: readonly Row[], isMonitored: boolean) => Promise<unknown>,
): readonly BulkAction<Row>[] {
  const t = useT();
  const hostIds = new Set<number>(useManagedClusters().map(({ hostId }) => hostId));

  async function change(rows: readonly Row[], kind: 'watch' | 'unwatch'): Promise<'done' | 'kept'> {
    const isMonitored = kind === 'watch';
    const own = rows.filter(({ hostId }) => hostIds.has(hostId));
    if (refuseWhileReadOnly(own.length === 0)) return 'kept';
    const changed = own.filter((row) => row.isMonitored !== isMonitored);
    const isConfirmed = await showConfirm({
      title: t(`monSettings.change.${kind}`),
      text: t(`monSettings.changeAsk.${kind}`, { cnt: changed.length }),
      msg: t(`monSettings.changeText.${kind}`),
      ...(own.length < rows.length && {
        captionMsg: t('monSettings.foreignLeft', { cnt: rows.length - own.length }),
      }),
    });
    if (!isConfirmed) return 'kept';
    try {
      for (let at = 0; at < changed.length; at += MAX_AT_ONCE)
        await save(changed.slice(at, at + MAX_AT_ONCE), isMonitored);
      return 'done';
    } catch (error) {
      await showFailure(error);
      return 'kept';
    } finally {
      await queryClient.invalidateQueries({ queryKey: apiKey(endpoint) });
    }
  }

  const icons = { watch: 'mdi-eye-outline', unwatch: 'mdi-eye-off-outline' } as const;
  return (['watch', 'unwatch'] as const).map((id) => ({
    id,
    label: t(`monSettings.change.${id}`),
    icon: icons[id],
    run: (rows) => change(rows, id),
  }));
}
