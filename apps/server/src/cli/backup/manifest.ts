import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a backup holds. It is written last, so that a file that ends early has none. */
export const Manifest = z.strictObject({
  format: z.literal('gwanje-backup'),
  formatVersion: z.literal(1),
  productVersion: z.string(),
  createdAt: z.iso.datetime(),
  /** Migrations that the database had been through. */
  schema: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z][a-z0-9_]*$/),
      rowCnt: z.int().min(0),
      /** Of its rows, in whatever order they are read. */
      digest: Sha256,
      parts: z.array(z.string()),
    }),
  ),
  /** Read after everything else: a number that anything in the backup uses is never handed out again. */
  sequences: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z][a-z0-9_]*$/),
      lastValue: z.string().regex(/^\d+$/),
      isCalled: z.boolean(),
    }),
  ),
  /** `outside`: the samples are in another system. */
  samples: z.enum(['embedded', 'outside']),
  entries: z.record(z.string(), z.strictObject({ bytes: z.int().min(0), sha256: Sha256 })),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST_ENTRY = 'manifest.json';
/** Of the manifest itself. */
export const SEAL_ENTRY = 'manifest.sha256';
export const SAMPLES_FOLDER = 'samples/';
