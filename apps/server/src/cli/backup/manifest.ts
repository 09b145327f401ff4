import { z } from 'zod';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The contents of a backup. The writer adds it last, so that a truncated file has no manifest. */
export const Manifest = z.strictObject({
  format: z.literal('gwanje-backup'),
  formatVersion: z.literal(1),
  productVersion: z.string(),
  createdAt: z.iso.datetime(),
  /** Migrations that the database had run. */
  schema: z.array(z.string()),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z][a-z0-9_]*$/),
      rowCnt: z.int().min(0),
      /** Digest of the rows, independent of their order. */
      digest: Sha256,
      parts: z.array(z.string()),
    }),
  ),
  /** Read last, so that a restored database never reuses an id that is in the backup. */
  sequences: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z][a-z0-9_]*$/),
      lastValue: z.string().regex(/^\d+$/),
      isCalled: z.boolean(),
    }),
  ),
  /** `outside`: another system stores the samples. */
  samples: z.enum(['embedded', 'outside']),
  entries: z.record(z.string(), z.strictObject({ bytes: z.int().min(0), sha256: Sha256 })),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST_ENTRY = 'manifest.json';
/** Holds the digest of the manifest itself. */
export const SEAL_ENTRY = 'manifest.sha256';
export const SAMPLES_FOLDER = 'samples/';
