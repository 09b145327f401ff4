import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import { queryClient } from '#core/api/query-client.ts';
import { containerQuery, nodeQuery, podQuery } from './dashboard-queries.ts';

export interface ObjectAddress {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** The page of an object. The info call returns its cluster; the object's card has mostly cached it. */
export async function addressOfObject(objectType: ObjectType, id: number): Promise<ObjectAddress> {
  switch (objectType) {
    case 'cluster':
      return { to: '/mon/summary', search: { hostId: String(id) } };
    case 'node': {
      const { hostId } = await queryClient.fetchQuery(nodeQuery(id));
      return { to: '/mon/node/summary', search: { hostId: String(hostId), nodeId: String(id) } };
    }
    case 'pod': {
      const { hostId } = await queryClient.fetchQuery(podQuery(id));
      return { to: '/mon/pod/summary', search: { hostId: String(hostId), podId: String(id) } };
    }
    case 'container': {
      const { hostId } = await queryClient.fetchQuery(containerQuery(id));
      return { to: '/mon/container/summary', search: { hostId: String(hostId), containerId: String(id) } };
    }
  }
}
