import { openEmbeddedStore } from '../embedded/embedded-store.ts';

/** Appends, prints each acknowledgement and closes buckets, until it is killed. */
const [dir = '', firstMs = '0'] = process.argv.slice(2);
let nowMs = Number(firstMs);
const store = await openEmbeddedStore({ dir, now: () => nowMs, maintainEveryMs: 20, minFreeBytes: 0 });
const ids = Array.from({ length: 50 }, (_, index) => index + 1);
for (;;) {
  const tsMs = nowMs;
  await store.append([
    { scope: 'pod', tsMs, ids, columns: { procCnt: ids.map((id) => (id * tsMs) % 1000) } },
  ]);
  process.stdout.write(`${tsMs}\n`);
  nowMs += 60_000;
}
