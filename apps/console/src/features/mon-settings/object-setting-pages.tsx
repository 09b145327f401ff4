import '@mantine/core/styles/Combobox.css';
import { useMayChange } from '#core/session/session-store.ts';
import '#components/list/object-list-messages.ts';
import './mon-setting-messages.ts';
import { updateClaims } from '@gwanje/kinds/claim/calls';
import { updateNodes } from '@gwanje/kinds/node/calls';
import { updatePods } from '@gwanje/kinds/pod/calls';
import { updateVolumes } from '@gwanje/kinds/volume/calls';
import { NativeSelect } from '@mantine/core';
import type { ListDeclaration } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useClusterScope } from '#entities/inventory/cluster-page.tsx';
import { claimSettings, nodeSettings, podSettings, volumeSettings } from './object-setting-lists.ts';
import { useWatchActions } from './use-watch-actions.ts';

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

export function NodeSettingsPage() {
  return (
    <ObjectSettings
      titleKey="routes.settingMonNodeList"
      declaration={nodeSettings}
      save={(rows, isMonitored) =>
        call(updateNodes, { body: rows.map(({ nodeId }) => ({ nodeId, isMonitored })) })
      }
    />
  );
}

export function PodSettingsPage() {
  return (
    <ObjectSettings
      titleKey="routes.settingMonPodList"
      declaration={podSettings}
      save={(rows, isMonitored) =>
        call(updatePods, { body: rows.map(({ podId }) => ({ podId, isMonitored })) })
      }
    />
  );
}

export function VolumeSettingsPage() {
  return (
    <ObjectSettings
      titleKey="routes.settingMonVolumeList"
      declaration={volumeSettings}
      save={(rows, isMonitored) =>
        call(updateVolumes, { body: rows.map(({ volumeId }) => ({ volumeId, isMonitored })) })
      }
    />
  );
}

export function PvcSettingsPage() {
  return (
    <ObjectSettings
      titleKey="routes.settingMonPvcList"
      declaration={claimSettings}
      save={(rows, isMonitored) =>
        call(updateClaims, { body: rows.map(({ pvcId }) => ({ pvcId, isMonitored })) })
      }
    />
  );
}
