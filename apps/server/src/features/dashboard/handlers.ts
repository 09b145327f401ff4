import type { getDashboardObjects } from '@gwanje/contract/dashboard';
import type { ObjectType } from '@gwanje/contract/dashboard-options';
import { type Envelope, success } from '@gwanje/contract/envelope';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { z } from 'zod';
import { pastMs } from '../../history/as-of.ts';
import { pastOf } from '../../history/past-cache.ts';
import type { ListKind } from '../../live/kinds.ts';
import type { LiveState } from '../../live/live-state.ts';
import { plainTiles, type Tiles } from '../../live/views/dashboard.ts';
import { type Call, type Handlers, ReadyAnswer } from '../../platform/http/call.ts';
import { acceptedEncoding } from '../../platform/http/encodings.ts';
import type { TileWriter } from './tile-writer.ts';

interface Chosen {
  readonly isAllCluster: boolean;
  readonly clusterList: readonly number[];
}

/** Of the clusters in the selected groups, all or those chosen; a cluster of another group is passed over. */
function chosenHosts(live: LiveState, selected: readonly number[], chosen: Chosen): Set<number> {
  const hostIds = live.hostIds(new Set(selected));
  return chosen.isAllCluster ? hostIds : new Set(chosen.clusterList.filter((hostId) => hostIds.has(hostId)));
}

/** What must be known of the past: of clusters, how full their volumes were. */
const PAST_KINDS: Readonly<Record<ObjectType, ListKind>> = {
  container: 'container',
  pod: 'pod',
  node: 'node',
  cluster: 'claim',
};

/** Fewer are text at once. */
const MANY_TILES = 5000;

async function answerWith(
  { tileWriter, request }: Pick<Call, 'request'> & Needs,
  tiles: Tiles,
  rest: { readonly serverTime: string; readonly isTruncated: boolean },
): Promise<z.input<(typeof getDashboardObjects)['response']> | ReadyAnswer> {
  const encoding = acceptedEncoding(request);
  if (tiles.columns.id.length < MANY_TILES || encoding === null) return { ...plainTiles(tiles), ...rest };
  const [before, after] = aroundMembers(success({ ...rest, groupList: tiles.groupList }));
  return new ReadyAnswer(await tileWriter.write(tiles, before, after, encoding), encoding);
}

/** Of an envelope as text: up to where its data ends, from where further members can go on. */
function aroundMembers(envelope: Envelope): [before: string, after: string] {
  const text = JSON.stringify(envelope);
  return [`${text.slice(0, -2)},`, text.slice(-2)];
}

interface Needs {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly tileWriter: TileWriter;
}

export const dashboardHandlers: Handlers<'getDashboardObjects' | 'getDashboardSummary', Needs> = {
  async getDashboardObjects(call) {
    const { live, scope, body, now } = call;
    const hostIds = chosenHosts(live, scope.selected, body);
    if (body.at === undefined)
      return await answerWith(call, live.dashboardTiles(body, hostIds, now.getTime()), {
        serverTime: now.toISOString(),
        isTruncated: false,
      });
    const atMs = pastMs(body.at, now);
    const kind = PAST_KINDS[body.objectType];
    const past = await pastOf(call, { kind, hostIds, atMs });
    const isComplete = await past.putAllValues(kind);
    return await answerWith(call, past.live.dashboardTiles(body, hostIds, atMs), {
      serverTime: new Date(atMs).toISOString(),
      isTruncated: past.isTruncated || !isComplete,
    });
  },
  async getDashboardSummary({ live, scope, body, now }) {
    const hostIds = chosenHosts(live, scope.selected, body);
    return { serverTime: now.toISOString(), ...live.dashboardSummary(hostIds, now.getTime()) };
  },
};
