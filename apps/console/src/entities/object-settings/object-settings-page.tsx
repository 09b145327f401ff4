import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { type ExcludableKind, kinds } from '@gwanje/kinds/registry';
import { NativeSelect } from '@mantine/core';
import { showFailure } from '#components/forms/show-failure.ts';
import { bound, type ListDeclaration } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { callWith } from '#core/api/client.ts';
import { inRequests } from '#core/api/in-requests.ts';
import { invalidate } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useManagedClusters } from '#core/groups/use-managed-meta-groups.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { kindSegment } from '#core/i18n/kind-titles.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { useClusterScope } from '#entities/inventory/cluster-page.tsx';
import { alarmSettingColumn, watchFormat } from './watch-columns.tsx';
import '#components/list/object-list-messages.ts';
import './mon-setting-messages.ts';

interface Watched {
  readonly hostId: number;
  readonly isMonitored: boolean;
  readonly deletedAt: string | null;
}

type IdName<Kind extends ExcludableKind> = (typeof kinds)[Kind]['idName'];
export type SettingsRow<Kind extends ExcludableKind> = Watched & Readonly<Record<IdName<Kind>, number>>;

/** The monitoring list of a kind with two more columns: watch state and link to the alarm settings. */
export function settingsList<Kind extends ExcludableKind, Row extends SettingsRow<Kind>>(
  kind: Kind,
  { linkOf: _linkOf, settingsColumns = [], ...list }: ListDeclaration<Row>,
): ListDeclaration<Row> {
  const segment = kindSegment<ExcludableKind>(kind);
  const idColumn: IdName<Kind> = kinds[kind].idName;
  const replaced = new Set<string>(['isMonitored', idColumn]);
  return {
    ...list,
    name: `setting${capitalised(kind)}s`,
    columns: [
      ...list.columns.filter(({ id }) => !replaced.has(id)),
      bound('isMonitored', watchFormat, (row: Row) => row.isMonitored),
      alarmSettingColumn<Row>(
        idColumn,
        (row) => `/setting/alarm/${segment}-item?hostId=${row.hostId}&${idColumn}=${row[idColumn]}`,
      ),
    ],
    defaultColumns: [
      'name',
      'clusterName',
      ...settingsColumns,
      'isMonitored',
      'monResult',
      'alarmCnt',
      idColumn,
    ],
    defaultOrder: [
      { id: 'clusterName', descending: false },
      { id: 'name', descending: false },
    ],
  };
}

interface ObjectSettingsProps<Kind extends ExcludableKind, Row> {
  readonly kind: Kind;
  readonly titleKey: PlainKey;
  readonly declaration: ListDeclaration<Row>;
}

export function ObjectSettingsPage<Kind extends ExcludableKind, Row extends SettingsRow<Kind>>({
  kind,
  titleKey,
  declaration,
}: ObjectSettingsProps<Kind, Row>) {
  const t = useT();
  const { scope } = useClusterScope();
  const mayChange = useMayChange();
  const bulkActions = useWatchActions(declaration, (rows, isMonitored) => {
    const update: Endpoint = callsOfKinds[`update${capitalised<ExcludableKind>(kind)}s`];
    const idName: IdName<Kind> = kinds[kind].idName;
    return callWith(update, { body: rows.map((row) => ({ [idName]: row[idName], isMonitored })) });
  });
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
      await inRequests(changed, (some) => save(some, isMonitored));
      return 'done';
    } catch (error) {
      await showFailure(error);
      return 'kept';
    } finally {
      await invalidate([endpoint]);
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
