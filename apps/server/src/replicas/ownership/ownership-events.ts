import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';

/** Logs and counts what happens to the clusters of this replica. */
export function createOwnershipEvents(logger: Logger, { registry }: Metrics, ownedCnt: () => number) {
  const registers = [registry];
  const moves = new Counter({
    name: 'gwanje_replica_moves_total',
    help: 'Clusters that this replica claimed from a dead one, was given, gave away, lost, or could not take',
    labelNames: ['move'],
    registers,
  });
  new Gauge({
    name: 'gwanje_replica_clusters_owned',
    help: 'Clusters that this replica works on',
    registers,
    collect() {
      this.set(ownedCnt());
    },
  });
  return {
    owned(hostId: number, move: 'claimed' | 'received', tookMs: number): void {
      moves.inc({ move });
      logger.info({ hostId, move, tookMs: Math.round(tookMs) }, 'cluster owned');
    },
    given(hostId: number, to: string, tookMs: number): void {
      moves.inc({ move: 'given' });
      logger.info({ hostId, to, tookMs: Math.round(tookMs) }, 'cluster handed over');
    },
    lost(hostId: number): void {
      moves.inc({ move: 'lost' });
      logger.warn({ hostId }, 'another replica has taken the cluster, or it was deleted');
    },
    failing(hostId: number, reason: string): void {
      logger.error({ hostId, reason }, 'no replica can work for the cluster: its batches are refused');
    },
    failed(hostId: number, step: string, err: unknown): void {
      moves.inc({ move: 'failed' });
      logger.warn({ hostId, step, err }, 'the owner of a cluster could not be changed, trying again');
    },
  };
}
