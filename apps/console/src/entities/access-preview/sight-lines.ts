import type { previewAccess } from '@gwanje/contract/access-preview';
import type { ResponseOf } from '@gwanje/contract/endpoint';

export type SightPreview = ResponseOf<typeof previewAccess>;

export interface SightLine {
  readonly id: string;
  readonly users: readonly { readonly id: number; readonly name: string; readonly userId: string }[];
  readonly clusters: readonly { readonly id: number; readonly name: string }[];
}

export interface SightLines {
  readonly gained: readonly SightLine[];
  readonly lost: readonly SightLine[];
}

/** What the blocks name, as it is shown: each line is all of its users and each of its clusters. */
export function sightLines({ gainedList, lostList, userList, clusterList }: SightPreview): SightLines {
  const users = new Map<number, SightLine['users'][number]>(
    userList.map(({ userNo, name, userId }) => [userNo, { id: userNo, name, userId }]),
  );
  const clusters = new Map<number, SightLine['clusters'][number]>(
    clusterList.map(({ hostId, name }) => [hostId, { id: hostId, name }]),
  );
  const lineOf = ({ userNoList, hostIdList }: SightPreview['gainedList'][number]): SightLine => ({
    id: String(userNoList[0]),
    users: userNoList.flatMap((userNo) => users.get(userNo) ?? []),
    clusters: hostIdList.flatMap((hostId) => clusters.get(hostId) ?? []),
  });
  return { gained: gainedList.map(lineOf), lost: lostList.map(lineOf) };
}

/** A user is in one line of a list at most. */
export function countUsers(lines: readonly SightLine[]): number {
  return lines.reduce((cnt, { users }) => cnt + users.length, 0);
}
