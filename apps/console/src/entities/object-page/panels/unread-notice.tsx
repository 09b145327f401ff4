import { type KindKey, kinds } from '@gwanje/kinds/registry';
import { useTexts } from '#core/i18n/i18n.ts';
import { useIsUnread } from '#entities/clusters/unread-kinds.ts';
import { useClusterScope } from '#entities/inventory/cluster-page.tsx';
import { Banner } from './banner.tsx';
import '../monitoring-messages.ts';

/** Above the list of a kind that the agent of the cluster cannot read. */
export function UnreadNotice({ kind }: { readonly kind: KindKey }) {
  const { t, language } = useTexts();
  const { hostId } = useClusterScope();
  return useIsUnread(hostId, kind) ? (
    <Banner tone="warning" icon="mdi-lock-outline" title={t('monitoring.unread')}>
      {t('monitoring.unreadText', { kind: kinds[kind].labels[language] })}
    </Banner>
  ) : null;
}
