import type { Actor } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ObjectList } from '#components/list/object-list.tsx';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import { useActor, useMayChange } from '#core/session/session-store.ts';
import { ChangeClustersDialog, type ClusterChangeKind } from './change-clusters-dialog.tsx';
import { ClusterDrawer } from './cluster-drawer.tsx';
import { type ClusterRow, clusterList } from './cluster-list.tsx';
import { DeleteClusterDialog } from './delete-clusters-dialog.tsx';
import { VersionsPanel } from './versions-panel.tsx';
import '#components/list/object-list-messages.ts';

interface Bulk {
  readonly kind: ClusterChangeKind;
  readonly rows: readonly ClusterRow[];
  readonly onClose: (isDone: boolean) => void;
}

export function ClusterListPage() {
  const user = useActor();
  return user && <ClusterSettings actor={user} />;
}

function ClusterSettings({ actor }: { readonly actor: Actor }) {
  const t = useT();
  const mayChange = useMayChange();
  const address = useAddress();
  const opened = parseIdText(address.search.open);
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const [deleted, setDeleted] = useState<{ readonly hostId: number; readonly name: string } | null>(null);

  /** The clusters that the user may change; the page says if there are none. */
  function managed(rows: readonly ClusterRow[]): readonly ClusterRow[] {
    const some = rows.filter(({ isManaged }) => isManaged);
    refuseWhileReadOnly(some.length === 0);
    return some;
  }

  function bulkAction(
    kind: ClusterChangeKind,
    label: string,
    icon: BulkAction<ClusterRow>['icon'],
  ): BulkAction<ClusterRow> {
    return {
      id: kind,
      label,
      icon,
      run: async (rows) => {
        const some = managed(rows);
        if (some.length === 0) return 'kept';
        const closed = Promise.withResolvers<boolean>();
        setBulk({ kind, rows: some, onClose: closed.resolve });
        const isDone = await closed.promise;
        setBulk(null);
        return isDone ? 'done' : 'kept';
      },
    };
  }

  const bulkActions = [
    bulkAction('group', t('monSettings.changeGroup'), 'mdi-folder-move-outline'),
    bulkAction('template', t('monSettings.changeTemplate'), 'mdi-file-document-multiple-outline'),
    bulkAction('watch', t('monSettings.watchOn'), 'mdi-eye-outline'),
    bulkAction('unwatch', t('monSettings.watchOff'), 'mdi-eye-off-outline'),
  ];

  return (
    <>
      <SettingsHeader
        title={t('routes.settingMonClusterList')}
        actions={
          mayChange && (
            <Button component={Link} to="/setting/host/cluster-create" leftSection={<Icon name="mdi-plus" />}>
              {t('routes.settingHostClusterCreate')}
            </Button>
          )
        }
      />
      <VersionsPanel
        onOutdated={() => void address.change({ 'f.isAgentOutdated': 'Y' })}
        onVersion={(version) => void address.change({ 'f.agentVersion': version })}
      />
      <ObjectList
        declaration={clusterList}
        onOpen={({ hostId }) => void address.change({ open: String(hostId) })}
        bulkActions={mayChange ? bulkActions : []}
      />
      {bulk && (
        <ChangeClustersDialog actor={actor} kind={bulk.kind} rows={bulk.rows} onClose={bulk.onClose} />
      )}
      {opened !== undefined && (
        <ClusterDrawer
          key={opened}
          actor={actor}
          hostId={opened}
          onDelete={setDeleted}
          onClose={() => address.change({ open: undefined })}
        />
      )}
      {deleted && (
        <DeleteClusterDialog
          hostId={deleted.hostId}
          name={deleted.name}
          onClose={() => setDeleted(null)}
          onDeleted={() => address.change({ open: undefined }, { replace: true })}
        />
      )}
    </>
  );
}
