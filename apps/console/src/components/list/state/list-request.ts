import type { ListChoice, ListFilter } from './list-address.ts';

/** The page's fixed conditions: the cluster, the node. */
export interface ListScope {
  readonly filter?: ListFilter | undefined;
  /** Path parameters besides the page: `nodeId` of a node's history. */
  readonly params?: Readonly<Record<string, number | string>> | undefined;
}

export interface ListBody {
  readonly filter: ListFilter;
  readonly orderBy: readonly string[];
  readonly at?: string;
  readonly includeDeleted?: boolean;
}

interface Listed {
  readonly hasPast: boolean;
  readonly defaultOrder: ListChoice['sort'];
}

export function listBody({ hasPast, defaultOrder }: Listed, choice: ListChoice, scope: ListScope): ListBody {
  const sort = choice.sort.length > 0 ? choice.sort : defaultOrder;
  return {
    // The scope comes last: an address cannot leave the page's cluster.
    filter: { ...choice.filter, ...scope.filter },
    orderBy: sort.map(({ id, descending }) => (descending ? `-${id}` : id)),
    ...(hasPast && choice.at !== null && { at: choice.at }),
    ...(hasPast && choice.includesDeleted && { includeDeleted: true }),
  };
}
