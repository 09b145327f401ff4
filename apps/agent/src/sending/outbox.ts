import { promisify } from 'node:util';
import { gunzip, gzip, zstdCompress, zstdDecompress } from 'node:zlib';
import {
  BATCH_SCHEMA,
  Batch,
  type ClusterFacts,
  type ManifestPart,
  type SamplePart,
} from '@gwanje/kinds/batch';
import { Mutex } from 'async-mutex';
import { z } from 'zod';
import type { InventoryOut } from '../inventory/collector.ts';
import type { DiskQueue } from './disk-queue.ts';
import { Draft } from './draft.ts';

const compressors = { gzip: promisify(gzip), zstd: promisify(zstdCompress) } as const;
const decompressors = { gzip: promisify(gunzip), zstd: promisify(zstdDecompress) } as const;
export type Compression = keyof typeof compressors;

export interface OutboxOptions {
  readonly queue: DiskQueue;
  readonly role: Batch['agent']['role'];
  readonly version: string;
  readonly compression: Compression;
  readonly now: () => Date;
  readonly facts: () => ClusterFacts | undefined;
  readonly problems: () => NonNullable<Batch['problems']>;
  /** Called when a batch could not be built and is lost. */
  readonly onLost: (error: unknown, hasInventory: boolean) => void;
}

/**
 * Writes records and samples as batches to disk. Content taken from the draft is only in memory while it is
 * being written, or when it cannot be written.
 */
export class Outbox extends Draft implements InventoryOut {
  readonly #options: OutboxOptions;
  readonly #writes = new Mutex();

  constructor(options: OutboxOptions) {
    super();
    this.#options = options;
  }

  override async addListed(...part: Parameters<InventoryOut['addListed']>): Promise<void> {
    super.addListed(...part);
    if (this.isFull) await this.flush();
  }

  async samples(parts: readonly SamplePart[]): Promise<void> {
    for (const part of parts) {
      this.sample(part);
      if (this.isFull) await this.flush();
    }
  }

  /**
   * Writes all content in as many batches as needed. A heartbeat has facts and problems even without content.
   */
  flush(isSignOfLife = false): Promise<void> {
    return this.#writes.runExclusive(async () => {
      if (isSignOfLife) await this.#write();
      while (!this.isEmpty) await this.#write();
    });
  }

  /** Writes a batch of manifests after everything that waits, and returns its number. */
  async manifests(part: ManifestPart): Promise<number> {
    await this.flush();
    return this.#writes.runExclusive(() =>
      this.#options.queue.add((seq) => this.#encode(seq, { manifests: part }), false),
    );
  }

  async #write(): Promise<void> {
    const content = this.take(this.#options.facts(), this.#options.problems());
    const hasInventory = content.inventory !== undefined;
    try {
      await this.#options.queue.add((seq) => this.#encode(seq, content), hasInventory);
    } catch (error) {
      this.#options.onLost(error, hasInventory);
    }
  }

  #encode(seq: number, content: Omit<Batch, 'schema' | 'agent' | 'seq' | 'sentAt'>): Promise<Buffer> {
    const { queue, role, version, now, compression } = this.#options;
    const batch: Batch = {
      schema: BATCH_SCHEMA,
      agent: { id: queue.agentId, role, version },
      seq,
      sentAt: now().toISOString(),
      ...content,
    };
    return compressors[compression](Buffer.from(JSON.stringify(batch)));
  }
}

const ZSTD_MAGIC = 0xfd2fb528;

/** Batches written before a change of the setting keep their compression. */
export function encodingOf(body: Buffer): Compression {
  return body.length >= 4 && body.readUInt32LE(0) === ZSTD_MAGIC ? 'zstd' : 'gzip';
}

const WithAgent = z.looseObject({ agent: Batch.shape.agent });

export async function agentIdOf(body: Buffer): Promise<string> {
  return (await decode(body)).agent.id;
}

export async function withAgentId(body: Buffer, id: string): Promise<Buffer> {
  const batch = await decode(body);
  const changed = { ...batch, agent: { ...batch.agent, id } };
  return compressors[encodingOf(body)](Buffer.from(JSON.stringify(changed)));
}

async function decode(body: Buffer) {
  const plain = await decompressors[encodingOf(body)](body);
  return WithAgent.parse(JSON.parse(plain.toString('utf8')));
}
