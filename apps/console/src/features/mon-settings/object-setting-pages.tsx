import { updateClaims } from '@gwanje/kinds/claim/calls';
import { updateNamespaces } from '@gwanje/kinds/namespace/calls';
import { updateNodes } from '@gwanje/kinds/node/calls';
import { updatePods } from '@gwanje/kinds/pod/calls';
import { updateVolumes } from '@gwanje/kinds/volume/calls';
import { updateWorkloads } from '@gwanje/kinds/workload/calls';
import { NativeSelect } from '@mantine/core';
import { showFailure } from '#components/forms/show-failure.ts';
import type { ListDeclaration } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useManagedClusters } from '#core/groups/use-managed-meta-groups.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
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
import '@mantine/core/styles/Combobox.css';
import '#components/list/object-list-messages.ts';

interface Watched {
  readonly hostId: number;
  readonly isMonitored: boolean;
  readonly deletedAt: string | null;
}

interface SettingsOptions<Id extends string, Row> {
  readonly titleKey: PlainKey;
  /** The monitoring list of the kind. */
  readonly list: ListDeclaration<Row>;
  /** The name under which the view of the list is saved. */
  readonly name: string;
  readonly idColumn: Id;
  /** The page of the object's alarm settings. */
  readonly alarmPage: string;
  readonly shown: readonly string[];
  readonly save: (rows: readonly Row[], isMonitored: boolean) => Promise<unknown>;
}

export interface ObjectSettingsProps<Row> {
  readonly titleKey: PlainKey;
  readonly declaration: ListDeclaration<Row>;
  readonly save: (rows: readonly Row[], isMonitored: boolean) => Promise<unknown>;
}

/** The monitoring list of a kind, with the columns set here: watch state and link to the alarm settings. */
function settingsOf<Id extends string, Row extends Watched & Readonly<Record<Id, number>>>(
  options: SettingsOptions<Id, Row>,
): ObjectSettingsProps<Row> {
  const { titleKey, idColumn, alarmPage, shown, save } = options;
  const { linkOf: _linkOf, ...list } = options.list;
  const replaced = new Set<string>(['isMonitored', idColumn]);
  const declaration: ListDeclaration<Row> = {
    ...list,
    name: options.name,
    columns: [
      ...list.columns.filter(({ id }) => !replaced.has(id)),
      watchColumn<Row>(),
      alarmSettingColumn<Row>(
        idColumn,
        (row) => `/setting/alarm/${alarmPage}?hostId=${row.hostId}&${idColumn}=${row[idColumn]}`,
      ),
    ],
    defaultColumns: ['name', 'clusterName', ...shown, 'isMonitored', 'monResult', 'alarmCnt', idColumn],
    defaultOrder: [
      { id: 'clusterName', descending: false },
      { id: 'name', descending: false },
    ],
  };
  return { titleKey, declaration, save };
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

export const nodeSettings = settingsOf({
  titleKey: 'routes.settingMonNodeList',
  list: nodeList,
  name: 'settingNodes',
  idColumn: 'nodeId',
  alarmPage: 'node-item',
  shown: ['condition', 'roles', 'kubeletVersion'],
  save: (rows, isMonitored) =>
    call(updateNodes, { body: rows.map(({ nodeId }) => ({ nodeId, isMonitored })) }),
});

export function NodeSettingsPage() {
  return <ObjectSettings {...nodeSettings} />;
}

export const podSettings = settingsOf({
  titleKey: 'routes.settingMonPodList',
  list: podList,
  name: 'settingPods',
  idColumn: 'podId',
  alarmPage: 'pod-item',
  shown: ['namespace', 'ownerName', 'nodeName', 'status'],
  save: (rows, isMonitored) => call(updatePods, { body: rows.map(({ podId }) => ({ podId, isMonitored })) }),
});

export function PodSettingsPage() {
  return <ObjectSettings {...podSettings} />;
}

export const volumeSettings = settingsOf({
  titleKey: 'routes.settingMonVolumeList',
  list: volumeList,
  name: 'settingVolumes',
  idColumn: 'volumeId',
  alarmPage: 'volume-item',
  shown: ['phase', 'capacityBytes', 'storageClass', 'claimName'],
  save: (rows, isMonitored) =>
    call(updateVolumes, { body: rows.map(({ volumeId }) => ({ volumeId, isMonitored })) }),
});

export function VolumeSettingsPage() {
  return <ObjectSettings {...volumeSettings} />;
}

export const claimSettings = settingsOf({
  titleKey: 'routes.settingMonPvcList',
  list: claimList,
  name: 'settingClaims',
  idColumn: 'pvcId',
  alarmPage: 'pvc-item',
  shown: ['namespace', 'phase', 'capacityBytes', 'storageClass'],
  save: (rows, isMonitored) =>
    call(updateClaims, { body: rows.map(({ pvcId }) => ({ pvcId, isMonitored })) }),
});

export function PvcSettingsPage() {
  return <ObjectSettings {...claimSettings} />;
}

export const workloadSettings = settingsOf({
  titleKey: 'routes.settingMonWorkloadList',
  list: workloadList,
  name: 'settingWorkloads',
  idColumn: 'workloadId',
  alarmPage: 'workload-item',
  shown: ['namespace', 'type', 'readyCnt', 'availableCnt'],
  save: (rows, isMonitored) =>
    call(updateWorkloads, { body: rows.map(({ workloadId }) => ({ workloadId, isMonitored })) }),
});

export function WorkloadSettingsPage() {
  return <ObjectSettings {...workloadSettings} />;
}

export const namespaceSettings = settingsOf({
  titleKey: 'routes.settingMonNamespaceList',
  list: namespaceList,
  name: 'settingNamespaces',
  idColumn: 'namespaceId',
  alarmPage: 'namespace-item',
  shown: ['phase', 'podCnt', 'quotaUsedPercent'],
  save: (rows, isMonitored) =>
    call(updateNamespaces, { body: rows.map(({ namespaceId }) => ({ namespaceId, isMonitored })) }),
});

export function NamespaceSettingsPage() {
  return <ObjectSettings {...namespaceSettings} />;
}

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

/** Adds the chosen rows to the watch or removes them, for clusters that the user may change. */
function useWatchActions<Row extends Watched>(
  { endpoint }: Pick<ListDeclaration<Row>, 'endpoint'>,
  save: (rows: readonly Row[], isMonitored: boolean) => Promise<unknown>,
): readonly BulkAction<Row>[] {
  const t = useT();
  const hostIds = new Set<number>(useManagedClusters().map(({ hostId }) => hostId));

  async function change(rows: readonly Row[], isMonitored: boolean): Promise<'done' | 'kept'> {
    const own = rows.filter(({ hostId }) => hostIds.has(hostId));
    if (refuseWhileReadOnly(own.length === 0)) return 'kept';
    const changed = own.filter((row) => row.isMonitored !== isMonitored);
    const isConfirmed = await showConfirm({
      title: t(isMonitored ? 'monSettings.watchOn' : 'monSettings.watchOff'),
      text: t(isMonitored ? 'monSettings.watchOnAsk' : 'monSettings.watchOffAsk', { cnt: changed.length }),
      msg: t(isMonitored ? 'monSettings.watchOnText' : 'monSettings.watchOffText'),
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

  return [
    {
      id: 'watch',
      label: t('monSettings.watchOn'),
      icon: 'mdi-eye-outline',
      run: (rows) => change(rows, true),
    },
    {
      id: 'unwatch',
      label: t('monSettings.watchOff'),
      icon: 'mdi-eye-off-outline',
      run: (rows) => change(rows, false),
    },
  ];
}
