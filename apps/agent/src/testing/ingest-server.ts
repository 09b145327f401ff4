import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Batch, type ManifestUpsert } from '@gwanje/kinds/batch';
import type { RecordKind } from '@gwanje/kinds/registry';
import type { InventoryRecord } from '@gwanje/kinds/state/states';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The server's reason for refusing the batch. */
  readonly reason?: string;
  /** The body of an answer that is not from the server. */
  readonly body?: string;
  /** The batch is stored, but the answer never arrives. */
  readonly isCutOff?: boolean;
  readonly isResyncNeeded?: boolean;
  readonly sampleEveryMs?: number;
}

export interface IngestServer extends AsyncDisposable {
  readonly url: string;
  /** Batches stored, each once. */
  readonly batches: Batch[];
  /** The inventory that results from the batches, as a server would store it. */
  readonly inventory: ReadonlyMap<RecordKind, ReadonlyMap<string, InventoryRecord>>;
  /** The newest manifest of each object, by uid. */
  readonly manifests: ReadonlyMap<string, ManifestUpsert>;
  /** Every request, stored or not. */
  readonly requests: { atMs: number; seq: number; agentId: string; encoding: string }[];
  readonly duplicates: number[];
  /** Decides the answer to each request. The default accepts all. */
  answer: (seq: number, agentId: string) => Answer;
  until(isTrue: () => boolean, withinMs?: number): Promise<void>;
}

/**
 * Implements the ingest protocol with the contract's schema. It answers a batch that violates the schema with
 * 400 and does not store it.
 */
export async function startIngestServer(token = 'test-token'): Promise<IngestServer> {
  const batches: Batch[] = [];
  const requests: IngestServer['requests'] = [];
  const duplicates: number[] = [];
  const lastSeqs = new Map<string, number>();
  const inventory = new Map<RecordKind, Map<string, InventoryRecord>>();
  const manifests = new Map<string, ManifestUpsert>();
  const listings = new Map<RecordKind, { id: string; next: number; uids: Set<string> }>();
  const checks = new Set<() => void>();

  const server = createServer((request, response) => {
    receive(request)
      .then(({ status, headers, body }) => {
        if (status === 0) request.socket.destroy();
        else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
        for (const check of [...checks]) check();
      })
      .catch((error: unknown) => {
        response.writeHead(400).end(String(error));
        for (const check of [...checks]) check();
      });
  });

  async function receive(request: IncomingMessage) {
    if (request.url !== '/ingest/v1/batch' || request.method !== 'POST') return { status: 404, body: '' };
    if (request.headers.authorization !== `Bearer ${token}`) return { status: 401, body: '{"message":"no"}' };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const encoding = request.headers['content-encoding'] ?? '';
    const plain = encoding === 'zstd' ? zstdDecompressSync(body) : gunzipSync(body);
    const batch = Batch.parse(JSON.parse(plain.toString('utf8')));
    const agentId = batch.agent.id;
    requests.push({ atMs: performance.now(), seq: batch.seq, agentId, encoding });
    const answer = ingest.answer(batch.seq, agentId);
    if (answer.status !== 200) {
      const own = { code: 8002, message: 'no', data: answer.reason ? { reason: answer.reason } : {} };
      return { status: answer.status, headers: answer.headers, body: answer.body ?? JSON.stringify(own) };
    }
    const isNew = store(batch);
    const checks = isNew ? (batch.manifests?.checks ?? []) : [];
    const lacked = checks.filter(({ uid, hash }) => manifests.get(uid)?.hash !== hash);
    if (answer.isCutOff) return { status: 0, body: '' };
    const ack = {
      seq: batch.seq,
      settings: { sampleEveryMs: answer.sampleEveryMs ?? 1000 },
      isResyncNeeded: answer.isResyncNeeded ?? false,
      manifests: { checkedCnt: checks.length, wantedUids: lacked.map(({ uid }) => uid) },
    };
    return { status: 200, headers: answer.headers, body: JSON.stringify(ack) };
  }

  /** Returns whether the batch is new. */
  function store(batch: Batch): boolean {
    const last = lastSeqs.get(batch.agent.id) ?? 0;
    if (batch.seq <= last) {
      duplicates.push(batch.seq);
      return false;
    }
    lastSeqs.set(batch.agent.id, batch.seq);
    batches.push(batch);
    for (const part of batch.inventory ?? []) {
      for (const record of part.upserts) objects(record.kind).set(record.uid, record);
      for (const { kind, uid } of part.deletes) objects(kind).delete(uid);
      if (part.listing) applyListing(part.listing, part.upserts);
    }
    for (const upsert of batch.manifests?.upserts ?? []) manifests.set(upsert.uid, upsert);
    return true;
  }

  function applyListing(
    { kind, id, chunk, isLast }: { kind: RecordKind; id: string; chunk: number; isLast: boolean },
    records: readonly InventoryRecord[],
  ): void {
    let listing = listings.get(kind);
    if (listing?.id !== id) {
      listing = { id, next: 0, uids: new Set() };
      listings.set(kind, listing);
    }
    // A missing chunk leaves the listing incomplete forever: no object may count as deleted.
    if (chunk !== listing.next) return;
    listing.next += 1;
    for (const { uid } of records) listing.uids.add(uid);
    if (isLast) for (const uid of objects(kind).keys()) if (!listing.uids.has(uid)) objects(kind).delete(uid);
  }

  function objects(kind: RecordKind): Map<string, InventoryRecord> {
    const found = inventory.get(kind) ?? new Map<string, InventoryRecord>();
    inventory.set(kind, found);
    return found;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ingest: IngestServer = {
    url: `http://127.0.0.1:${port}`,
    batches,
    inventory,
    manifests,
    requests,
    duplicates,
    answer: () => ({ status: 200 }),
    until: (isTrue, withinMs = 20_000) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          finish(new Error(`not true after ${withinMs} ms and ${batches.length} batches: ${isTrue}`));
        }, withinMs);
        function finish(error?: Error): void {
          clearTimeout(limit);
          checks.delete(check);
          if (error) reject(error);
          else resolve();
        }
        function check(): void {
          if (isTrue()) finish();
        }
        checks.add(check);
        check();
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return ingest;
}
