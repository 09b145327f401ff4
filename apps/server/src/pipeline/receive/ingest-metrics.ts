import { Counter, Gauge, type Registry } from 'prom-client';
import type { InFlight } from './in-flight.ts';

export interface IngestMetrics {
  readonly batches: Counter<'outcome'>;
  readonly wireBytes: Counter;
  readonly plainBytes: Counter;
}

export function createIngestMetrics(registry: Registry, inFlight: InFlight): IngestMetrics {
  const registers = [registry];
  new Gauge({
    name: 'gwanje_ingest_in_flight_bytes',
    help: 'Bytes held by requests in flight',
    registers,
    collect() {
      this.set(inFlight.bytes);
    },
  });
  return {
    batches: new Counter({
      name: 'gwanje_ingest_batches_total',
      help: 'Batches received, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    wireBytes: new Counter({
      name: 'gwanje_ingest_wire_bytes_total',
      help: 'Bytes of batches as received',
      registers,
    }),
    plainBytes: new Counter({
      name: 'gwanje_ingest_plain_bytes_total',
      help: 'Bytes of batches after decompression',
      registers,
    }),
  };
}
