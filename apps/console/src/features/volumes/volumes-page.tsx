import '#components/list/object-list-messages.ts';
import { Choices } from '@gwanje/ui/choices';
import { ObjectList } from '#components/list/object-list.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { claimList } from '#entities/inventory/claim-list.ts';
import { ClusterPage, useClusterScope } from '#entities/inventory/cluster-page.tsx';
import { CLAIM_PREFIX, VOLUME_PREFIX, type VolumeView } from '#entities/inventory/object-address.ts';
import { volumeList } from '#entities/inventory/volume-list.ts';

const views = [
  ['volumes', 'volumes.volumes'],
  ['claims', 'volumes.claims'],
] as const;

/** A switch between volumes and claims. Each list has separate filters and order in the address. */
export function VolumesPage() {
  const t = useT();
  const { search, change } = useAddress();
  const { scope } = useClusterScope();
  const view: VolumeView = search.view === 'claims' ? 'claims' : 'volumes';
  return (
    <ClusterPage
      titleKey="routes.monPvPvcList"
      actions={
        <Choices
          label={t('volumes.show')}
          options={views.map(([value, labelKey]) => ({ value, label: t(labelKey) }))}
          chosen={view}
          onChoose={(value) => void change({ view: value === 'volumes' ? undefined : value })}
        />
      }
    >
      {view === 'volumes' ? (
        <ObjectList key={view} declaration={volumeList} scope={scope} addressPrefix={VOLUME_PREFIX} />
      ) : (
        <ObjectList key={view} declaration={claimList} scope={scope} addressPrefix={CLAIM_PREFIX} />
      )}
    </ClusterPage>
  );
}
