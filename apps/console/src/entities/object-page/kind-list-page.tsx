import type { ListDeclaration } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import type { PlainKey } from '#core/i18n/i18n.ts';
import { ClusterPage, useClusterScope } from '#entities/inventory/cluster-page.tsx';
import '#components/list/object-list-messages.ts';

interface KindListPageProps<Row> {
  readonly titleKey: PlainKey;
  readonly declaration: ListDeclaration<Row>;
}

/** The objects of one kind in a cluster. */
export function KindListPage<Row>({ titleKey, declaration }: KindListPageProps<Row>) {
  const { scope } = useClusterScope();
  return (
    <ClusterPage titleKey={titleKey}>
      <ObjectList declaration={declaration} scope={scope} />
    </ClusterPage>
  );
}
