import type { Cluster } from '../world/cluster.ts';
import { Readings } from './readings.ts';
import { Recorder } from './recorder.ts';

const HEAD_LENGTH_BYTES = 4;
/** Numbers are read where they lie, and may lie only at multiples of their size. */
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;

interface Told {
  readonly head: string;
  readonly numbers: Buffer;
}

/** Tells what an agent of one cluster would have seen and read, in leaps. */
export class Past {
  readonly #cluster: Cluster;
  readonly #recorder: Recorder;
  readonly #readings: Readings;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#recorder = new Recorder(cluster);
    this.#readings = new Readings(cluster);
  }

  /** All that has changed since a version, and what the kubelets say now; from 0 on: everything. */
  since(version: number): Told {
    if (version === 0) this.#readings.forget();
    const changes = this.#recorder.since(version);
    const { kubelets, numbers } = this.#readings.take();
    const { name, store } = this.#cluster;
    const head = JSON.stringify({
      name,
      version: store.versions.current,
      numberCnt: numbers.length / NUMBER_BYTES,
      kubelets,
    });
    // The changes are texts already.
    return { head: `${head.slice(0, -1)},"changes":[${changes.join(',')}]}`, numbers };
  }

  stop(): void {
    this.#recorder.stop();
  }
}

/** The length of a head, the head as JSON, and the numbers of all clusters one after the other. */
export function momentBytes(atMs: number, clusters: readonly Told[]): Buffer {
  const head = Buffer.from(`{"atMs":${atMs},"clusters":[${clusters.map((told) => told.head).join(',')}]}`);
  const length = Buffer.alloc(HEAD_LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  const overhang = (HEAD_LENGTH_BYTES + head.length) % NUMBER_BYTES;
  const padding = Buffer.alloc(overhang === 0 ? 0 : NUMBER_BYTES - overhang);
  return Buffer.concat([length, head, padding, ...clusters.map(({ numbers }) => numbers)]);
}
