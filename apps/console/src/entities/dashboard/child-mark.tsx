import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { Icon } from '@gwanje/ui/icon';
import { useTexts } from '#core/i18n/i18n.ts';
import { childAppearance, namedAppearance } from '#entities/inventory/child-state.ts';
import classes from './child-mark.module.css';

/** The worst state of the objects in a cluster, as a mark beside the cluster's name. */
export function ChildMark({ cluster }: { readonly cluster: ClusterState }) {
  const { t, language } = useTexts();
  const [appearance] = namedAppearance(childAppearance(cluster, { t, language }), t('dashboard.childStates'));
  if (!appearance) return null;
  return (
    <span className={`${classes.mark} ${classes[appearance.colour] ?? ''}`} title={appearance.label}>
      <Icon name={appearance.icon} size={15} label={appearance.label} />
    </span>
  );
}
