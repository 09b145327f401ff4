import type { SampleBatch } from '../../../packages/metric-store/src/interface.ts';

/** Pods as kubelets report them: nanocores, whole pages, a few metrics that rarely change. */
export class Pods {
  readonly ids: Int32Array<ArrayBuffer>;
  readonly #bases: readonly { cores: number; pages: number; bps: number }[];

  constructor(count: number) {
    this.ids = Int32Array.from({ length: count }, (_, index) => index + 1);
    this.#bases = Array.from({ length: count }, () => ({
      cores: Math.exp(Math.random() * 6) * 1e-3,
      pages: Math.round(Math.exp(Math.random() * 5) * 5000),
      bps: Math.exp(Math.random() * 7) * 100,
    }));
  }

  at(tsMs: number): SampleBatch {
    const bases = this.#bases;
    const column = (value: (base: (typeof bases)[number], index: number) => number) =>
      Float64Array.from(bases, value);
    const noisy = (value: number) => value * (0.8 + 0.4 * Math.random());
    const wave = (index: number) => Math.sin(tsMs / 300_000 + index) * 0.01;
    return {
      scope: 'pod',
      tsMs,
      ids: this.ids,
      columns: {
        cpuUsedCores: column(({ cores }) => noisy(cores)),
        memUsedBytes: column(
          ({ pages }, index) => Math.round(pages * (1 + wave(index)) + Math.random() * 200) * 4096,
        ),
        memRssBytes: column(({ pages }) => Math.round(pages * 0.8 + Math.random() * 50) * 4096),
        ephemeralUsedBytes: column(({ pages }) => pages * 4096),
        netRxBps: column(({ bps }) => noisy(bps)),
        netTxBps: column(({ bps }) => noisy(bps / 2)),
        netRxErrPs: column(() => 0),
        netTxErrPs: column(() => 0),
        procCnt: column((_, index) => (index % 20) + 1),
      },
    };
  }
}

export const METRICS_PER_POD = 9;
