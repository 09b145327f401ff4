import '#shared/list/words.ts';
import './words.ts';
import { useAddress } from '#shared/address/use-address.ts';
import { useT } from '#shared/i18n/i18n.ts';
import { claimList } from '#shared/inventory/claim-list.ts';
import { ClusterPage, useClusterScope } from '#shared/inventory/cluster-page.tsx';
import { CLAIM_PREFIX, VOLUME_PREFIX, type VolumeView } from '#shared/inventory/object-address.ts';
import { volumeList } from '#shared/inventory/volume-list.ts';
import { ObjectList } from '#shared/list/object-list.tsx';
import classes from './volumes-page.module.css';

const views = [
  ['volumes', 'monLists.volumes'],
  ['claims', 'monLists.claims'],
] as const;

/** Volumes and claims, one of them at a time: each keeps its own filters and order in the address. */
export function VolumesPage() {
  const t = useT();
  const { search, change } = useAddress();
  const { scope } = useClusterScope();
  const view: VolumeView = search.view === 'claims' ? 'claims' : 'volumes';
  return (
    <ClusterPage
      titleKey="routes.monPvPvcList"
      actions={
        <fieldset className={classes.views} aria-label={t('monLists.show')}>
          {views.map(([one, labelKey]) => (
            <button
              key={one}
              type="button"
              className={classes.view}
              aria-pressed={one === view}
              onClick={() => void change({ view: one === 'volumes' ? undefined : one })}
            >
              {t(labelKey)}
            </button>
          ))}
        </fieldset>
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
