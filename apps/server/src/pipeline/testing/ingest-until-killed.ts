import { openDatabase } from '@gwanje/backend/database/connection';
import { openEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import { pino } from 'pino';
import { LiveState } from '../../live/live-state.ts';
import { IngestPipeline } from '../ingest-pipeline.ts';
import { podRecord, rows, Sender, upserts } from './batches.ts';
import { NO_LIMITS } from './test-pipeline.ts';

// Agents that send to a pipeline in this process and print `ack <agent> <seq>`, until it is killed. The
// content of a batch follows from its number. Arguments: database, folder of the metric store, cluster, first
// time, last sequence number of each agent.
process.once('disconnect', () => process.exit(1));
const [address = '', dir = '', host = '', first = '', before = ''] = process.argv.slice(2);
const startMs = Number(first);
const now = () => new Date(startMs + 3_600_000);
const { db } = openDatabase(JSON.parse(address));
const metrics = await openEmbeddedStore({ dir, now: () => now().getTime(), minFreeBytes: 0 });
const pipeline = await IngestPipeline.open({
  db,
  live: new LiveState(),
  metrics,
  logger: pino({ level: 'silent' }),
  now,
  limits: NO_LIMITS,
});

async function send(agentNo: number, lastSeq: number): Promise<void> {
  const agent = new Sender(Number(host), `agent-${agentNo}`, 'node');
  agent.seq = lastSeq;
  for (;;) {
    const name = `pod-${agentNo}-${agent.seq + 1}`;
    const atMs = startMs + (agent.seq + 1) * 1000;
    const batch = agent.next(
      atMs,
      {
        inventory: [upserts(podRecord(name, atMs))],
        samples: [rows('pod', atMs, [`uid-${name}`], { procCnt: [agent.seq + 1] })],
      },
      now().getTime(),
    );
    const { seq } = await pipeline.accept(batch);
    process.stdout.write(`ack ${agentNo} ${seq}\n`);
  }
}

await Promise.all(JSON.parse(before).map((lastSeq: number, agentNo: number) => send(agentNo, lastSeq)));
