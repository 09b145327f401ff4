import '#components/list/object-list-messages.ts';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { Chip } from '@gwanje/ui/chip';
import { PageHeader } from '@gwanje/ui/page-header';
import { type ReactNode, useMemo } from 'react';
import type { ListDeclaration } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import type { ListScope } from '#components/list/state/list-address.ts';
import { PageNotice } from '#components/notice/page-notice.tsx';
import { useClusters } from '#core/groups/cluster-list.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';

/** The cluster in the address. The route guard ensures that the address contains a hostId. */
export function useClusterScope(): { readonly hostId: number | undefined; readonly scope: ListScope } {
  const { search } = useAddress();
  const hostId = parseIdText(search.hostId);
  const scope = useMemo(() => (hostId === undefined ? {} : { filter: { hostId: [hostId] } }), [hostId]);
  return { hostId, scope };
}

interface ClusterPageProps {
  readonly titleKey: PlainKey;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A list page of one cluster: the title with the cluster's name beside it. */
export function ClusterPage({ titleKey, actions, children }: ClusterPageProps) {
  const t = useT();
  const { hostId } = useClusterScope();
  const name = useClusters((state) => state.clusterList.find((cluster) => cluster.hostId === hostId)?.name);
  return (
    <>
      <PageHeader
        title={t(titleKey)}
        marks={
          name && (
            <Chip colour="grey" icon="mdi-kubernetes">
              <bdi>{name}</bdi>
            </Chip>
          )
        }
        actions={actions}
      />
      <PageNotice />
      {children}
    </>
  );
}

interface KindListPageProps<Row> {
  /** Shown above the list when something is wrong with its data. */
  readonly Notice?: () => ReactNode;
  readonly titleKey: PlainKey;
  readonly declaration: ListDeclaration<Row>;
}

/** The objects of one kind in a cluster. */
export function KindListPage<Row>({ Notice, titleKey, declaration }: KindListPageProps<Row>) {
  const { scope } = useClusterScope();
  return (
    <ClusterPage titleKey={titleKey}>
      {Notice && <Notice />}
      <ObjectList declaration={declaration} scope={scope} />
    </ClusterPage>
  );
}
