import '#shared/list/words.ts';
import { ClusterPage, useClusterScope } from '#shared/inventory/cluster-page.tsx';
import { containerList } from '#shared/inventory/container-list.ts';
import { nodeList } from '#shared/inventory/node-list.ts';
import { podList } from '#shared/inventory/pod-list.ts';
import { ObjectList } from '#shared/list/object-list.tsx';

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
