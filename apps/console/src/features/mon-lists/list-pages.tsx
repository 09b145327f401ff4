import '#components/list/object-list-messages.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import { ClusterPage, useClusterScope } from '#entities/inventory/cluster-page.tsx';
import { containerList } from '#entities/inventory/container-list.ts';
import { nodeList } from '#entities/inventory/node-list.ts';
import { podList } from '#entities/inventory/pod-list.ts';

export function NodeListPage() {
  const { scope } = useClusterScope();
  return (
    <ClusterPage titleKey="routes.monNodeList">
      <ObjectList declaration={nodeList} scope={scope} />
    </ClusterPage>
  );
}

export function PodListPage() {
  const { scope } = useClusterScope();
  return (
    <ClusterPage titleKey="routes.monPodList">
      <ObjectList declaration={podList} scope={scope} />
    </ClusterPage>
  );
}

export function ContainerListPage() {
  const { scope } = useClusterScope();
  return (
    <ClusterPage titleKey="routes.monContainerList">
      <ObjectList declaration={containerList} scope={scope} />
    </ClusterPage>
  );
}
