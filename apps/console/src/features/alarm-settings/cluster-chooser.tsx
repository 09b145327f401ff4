import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import { Icon } from '@gwanje/ui/icon';
import { Select } from '@mantine/core';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import classes from './settings.module.css';

export function ClusterChooser({ hostId }: { readonly hostId: number }) {
  const t = useT();
  const address = useAddress();
  const clusterList = useClusters((state) => state.clusterList);
  return (
    <Select<number>
      className={classes.chooser ?? ''}
      aria-label={t('alarmSettings.chooseCluster')}
      leftSection={<Icon name="mdi-kubernetes" />}
      data={clusterList.map((cluster) => ({ value: Number(cluster.hostId), label: cluster.name }))}
      value={hostId}
      onChange={(next) => {
        if (next !== null && next !== hostId) void address.change({ hostId: String(next) });
      }}
      allowDeselect={false}
      nothingFoundMessage={t('alarmSettings.noClusterMatch')}
      searchable
    />
  );
}
