import type { ListChoice, ListFilter } from './list-address.ts';

/** What the page itself asks for, whatever a person chose: the cluster, the node. */
export interface ListScope {
  readonly filter?: ListFilter | undefined;
  /** Parameters of the address besides the page: `nodeId` of a node's history. */
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
    // The scope last: an address cannot lead out of the page's cluster.
    filter: { ...choice.filter, ...scope.filter },
    orderBy: sort.map(({ id, descending }) => (descending ? `-${id}` : id)),
    ...(hasPast && choice.at !== null && { at: choice.at }),
    ...(hasPast && choice.includesDeleted && { includeDeleted: true }),
  };
}
